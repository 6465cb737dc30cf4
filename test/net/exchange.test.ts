import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Step, scriptedServer } from '../support/scripted-server.ts';
import { type EventOrder, eventOrders } from './event-orders.ts';
import { byAudit, byHttpSender, type Outcome } from './senders.ts';

/** Long enough for a busy machine. Only exchanges that never end wait for their timeout. */
const timeoutMs = (ends: EventOrder['ends']) => (String(ends).includes('no complete answer') ? 200 : 10_000);

describe('Whatever a server does, an exchange settles within its time-out', () => {
  describe.each([
    ['a callback', byHttpSender],
    ['a request of the audit', byAudit],
  ])('%s', (_name, sender) => {
    it.each(eventOrders)('$name', async ({ script, ends, unread }) => {
      const server = await scriptedServer(script);
      const { send, close } = sender(timeoutMs(ends));
      expectEnd(await send(server.url), ends);
      close();
      if (!script.includes('deaf')) await server.left();
      expect(server.requests()).toBeLessThanOrEqual(1);
      if (!unread && script[0] === 'request') expect(server.requests()).toBe(1);
    });
  });

  it.each([
    ['a callback', byHttpSender],
    ['a request of the audit', byAudit],
  ])('%s takes an answer that came in time while this process was stalled', async (_name, sender) => {
    const server = new Worker(
      `const { parentPort } = require('node:worker_threads');
      const server = require('node:http').createServer((_request, response) => {
        parentPort.postMessage('asked');
        setTimeout(() => response.end('in time'), 50);
      });
      server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
      { eval: true },
    );
    onTestFinished(() => void server.terminate());
    const [port] = await once(server, 'message');
    const { send, close } = sender(300);
    const asked = once(server, 'message');
    const sent = send(`http://127.0.0.1:${port}/`);
    await asked;
    // After an immediate, timers come before what has arrived.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500));
    expectEnd(await sent, 200);
    close();
  });

  const overTls: readonly (Omit<EventOrder, 'script'> & { script: readonly Step[]; tls: boolean })[] = [
    { name: 'an answer', tls: true, script: ['request', { bytes: 'HTTP/1.1 204 No\r\n\r\n' }], ends: 204 },
    {
      name: '101',
      tls: true,
      script: ['request', { bytes: 'HTTP/1.1 101 No\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n' }],
      ends: /^the answer was 101/,
    },
    { name: 'silence', tls: true, script: ['request'], ends: /^no complete answer within/ },
    {
      name: 'the end',
      tls: true,
      script: ['request', 'half-close'],
      ends: /closed the connection without an answer$/,
    },
    {
      name: 'a handshake without an answer',
      tls: false,
      script: ['deaf'],
      ends: /^no complete answer within/,
    },
    {
      name: 'an alert',
      tls: false,
      script: [{ bytes: Buffer.of(21, 3, 3, 0, 2, 2, 40) }],
      ends: /ended TLS with the alert "handshake failure": it shares no cipher/,
    },
    {
      name: 'an alert that says little',
      tls: false,
      script: [{ bytes: Buffer.of(21, 3, 3, 0, 2, 2, 80) }],
      ends: /ended TLS with the alert "internal error"$/,
    },
    {
      name: 'a plain answer',
      tls: false,
      script: [{ bytes: 'HTTP/1.1 200 OK\r\n\r\n' }],
      ends: /does not speak TLS at this port$/,
    },
    { name: 'a reset in the handshake', tls: false, script: [{ pauseMs: 2 }, 'reset'], ends: /was reset by/ },
  ];
  it.each(overTls)('over TLS: $name', async ({ script, tls, ends }) => {
    const server = await scriptedServer(script, { tls });
    const { send, close } = byHttpSender(timeoutMs(ends));
    expectEnd(await send(server.url.replace(/^http:/, 'https:')), ends);
    close();
    if (!script.includes('deaf')) await server.left();
  });

  it('in any order of bytes, pauses, ends and resets', async () => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.constantFrom<Step>('request', 'half-close', 'reset'),
      fc
        .constantFrom(
          'HTTP/1.1 200 OK\r\n',
          'HTTP/1.1 100 Continue\r\n\r\n',
          'HTTP/1.1 101 Switching Protocols\r\n',
          'Connection: Upgrade\r\nUpgrade: x\r\n',
          'Content-Length: 3\r\n',
          'Transfer-Encoding: chunked\r\n',
          '\r\n',
          '3\r\nabc\r\n',
          '0\r\n\r\n',
        )
        .map((bytes) => ({ bytes })),
      fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => ({ bytes: Buffer.from(bytes) })),
      fc.constantFrom(0, 1, 5).map((pauseMs) => ({ pauseMs })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (script) => {
        const server = await scriptedServer(script);
        const ends = await Promise.all(
          [byHttpSender(150), byAudit(150)].map(async ({ send, close }) => {
            const end = await send(server.url);
            close();
            return end;
          }),
        );
        for (const end of ends) expect(end).not.toBe('');
        await server.left();
        expect(server.requests()).toBeLessThanOrEqual(2);
      }),
      { numRuns: 60 },
    );
  });
});

describe('A time-out that no timer can count', () => {
  it.each([2 ** 32, Number.MAX_SAFE_INTEGER])('of %i ms neither fires at once nor throws', async (huge) => {
    const server = await scriptedServer(['request', { pauseMs: 30 }, { bytes: 'HTTP/1.1 204 No\r\n\r\n' }]);
    expect(await byHttpSender(huge).send(server.url)).toBe(204);
  });
});

function expectEnd(end: Outcome, expected: EventOrder['ends']): void {
  if (expected === 'either way') expect(end).not.toBe('');
  else if (typeof expected === 'number') expect(end).toBe(expected);
  else expect(end).toMatch(expected);
}
