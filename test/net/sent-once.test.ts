import { describe, expect, it } from 'vitest';
import { attempted, callback, paid, settled } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type ScriptedServer, scriptedServer } from '../support/scripted-server.ts';
import { byHttpSender } from './senders.ts';

const patientMs = 10_000;

describe('What is never sent twice', () => {
  it('A request that the merchant handled and then answered with a reset, on a kept connection too', async () => {
    const server = await keptThenReset();
    let sent = 1;
    const { send } = byHttpSender(patientMs);
    let outcome = await send(server.url);
    // On a slow machine, the kept connection can be too old for the next request.
    for (; outcome === 200; sent += 1) {
      await server.rested();
      outcome = await send(server.url);
    }
    expect(outcome).toMatch(/^the kept-alive connection was reset by .* which may have read/);
    expect(server.requests()).toBe(sent);
  });

  it('A callback that is sent once is not delivered twice by a reset', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const server = await keptThenReset();
    let sent = 0;
    let last: Awaited<ReturnType<typeof callback>>;
    do {
      sent += 1;
      await paid(sandbox, server.url, {}, `INV-${sent}`);
      await attempted(sandbox, sent);
      await server.rested();
      last = await callback(sandbox, String(sent));
    } while (last.status === 'delivered');
    expect(last).toMatchObject({
      status: 'exhausted',
      attempts: [{ number: 1, answer: null, error: expect.stringContaining('may have read the request') }],
    });
    expect(server.requests()).toBe(sent);
  });

  it('A server that closes after each answer without saying so gets every request once', async () => {
    const server = await scriptedServer([
      'request',
      { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok' },
      'half-close',
    ]);
    const { send } = byHttpSender(patientMs);
    for (let count = 1; count <= 30; count += 1) expect(await send(server.url)).toBe(200);
    expect(server.requests()).toBe(30);
  });
});

describe('Lanes', () => {
  it('16 apps that change protocols hold up no other callback, and everything settles', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const switching = ['request', { bytes: 'HTTP/1.1 101 Switching Protocols\r\n\r\n' }] as const;
    const servers = await Promise.all([1, 2, 3, 4].map(() => scriptedServer(switching)));
    for (const [index, { url }] of servers.entries()) await paid(sandbox, url, { copies: 4 }, `INV-${index}`);
    await settled(sandbox);
    for (const { requests } of servers) expect(requests()).toBe(4);
    expect((await callback(sandbox, '16')).attempts).toMatchObject([
      { answer: null, error: expect.stringContaining('101 Switching Protocols') },
    ]);
    await Promise.all(servers.map(({ left }) => left()));
  });
});

/**
 * Answers the first request of a connection, and resets after reading the second. `rested` settles when the
 * connection may be reused.
 */
async function keptThenReset(): Promise<ScriptedServer & { readonly rested: () => Promise<void> }> {
  const server = await scriptedServer([
    'request',
    { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n' },
    'request',
    'reset',
  ]);
  return { ...server, rested: () => new Promise((resolve) => setTimeout(resolve, 50)) };
}
