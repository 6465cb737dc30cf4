import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { eventStream } from '../support/event-stream.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

describe('GET /_sandbox/events: the journal as Server-Sent Events', () => {
  it('tells each event as it happens, the same as GET events does', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    await startCheckout(sandbox, 'cardgw');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const messages = [await stream.next(), await stream.next()];
    const { data } = (await sandbox.control('events')).json;
    expect(messages).toEqual(
      data.map((event: { id: string; type: string }) => ({ id: event.id, event: event.type, data: event })),
    );
    expect(messages.map((message) => message?.event)).toEqual(['transaction.started', 'otp.sent']);
  });

  it('a reader that disconnects while the past is searched for it causes no error at the next event', async () => {
    const sandbox = await freshSandbox();
    const { journal, store } = sandbox.runtime;
    await store.commit(() => {
      // More than one turn reads.
      for (let index = 0; index < 1100; index += 1) journal.append({ type: 'reset' });
    });
    const stream = await eventStream(sandbox, '?after=0&type=otp.sent');
    await stream.leave();
    // Each turn reads 500.
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();

    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    // A stream sends in the turn after the commit. An error there would be unhandled, which fails the run.
    await nextTurn();
    await nextTurn();
    expect((await sandbox.fetch('/_sandbox/health')).status).toBe(200);
  });

  it('begins with now: what was before is not told', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const stream = await eventStream(sandbox);
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    expect((await stream.next())?.data.invoice_no).toBe('INV-2');
  });

  it('goes on after Last-Event-ID, skips nothing and repeats nothing, and takes `after` for the same', async () => {
    const sandbox = await freshSandbox();
    for (const index of [1, 2, 3, 4]) await startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${index}` });
    const byHeader = await eventStream(sandbox, '?after=0', { 'Last-Event-ID': '2' });
    const byQuery = await eventStream(sandbox, '?after=2');
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-5' });
    for (const stream of [byHeader, byQuery]) {
      const ids = [await stream.next(), await stream.next(), await stream.next()].map((each) => each?.id);
      expect(ids).toEqual(['3', '4', '5']);
    }
  });

  it('tells every event once, however often the reader goes away and comes back', async () => {
    const sandbox = await freshSandbox();
    const seen: string[] = [];
    let last = '0';
    for (let round = 1; round <= 10; round += 1) {
      const stream = await eventStream(sandbox, '', { 'Last-Event-ID': last });
      const started = startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${round}` });
      last = (await stream.next())?.id ?? '';
      seen.push(last);
      await started;
      await stream.leave();
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it.each([
    ['type=otp.sent', 'otp.sent'],
    ['type=otp.used,otp.sent', 'otp.sent'],
    ['invoice_no=INV-1', 'transaction.started'],
    ['transaction_id=100001', 'transaction.started'],
    ['mobile_number=0945678901', 'otp.sent'],
    ['account=demo', 'transaction.started'],
  ])('with %s tells the matching ones alone, also of the past', async (query, type) => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other' });
    await startCheckout(sandbox, 'cardgw');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const stream = await eventStream(sandbox, `?after=0&${query}`);
    expect((await stream.next())?.event).toBe(type);
  });

  it('ends when the sandbox stops', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox);
    await sandbox.stop();
    expect(await stream.next()).toBeUndefined();
  });

  it('goes on over a reset, which is told, with ids that rise', async () => {
    const sandbox = await freshSandbox();
    const stream = await eventStream(sandbox);
    await startCheckout(sandbox, 'cardgw');
    await sandbox.control('reset', {});
    await startCheckout(sandbox, 'cardgw');
    const messages = [await stream.next(), await stream.next(), await stream.next()];
    expect(messages.map((message) => [message?.id, message?.event])).toEqual([
      ['1', 'transaction.started'],
      ['2', 'reset'],
      ['3', 'transaction.started'],
    ]);
  });

  it('A reader that goes away holds up nobody', async () => {
    const sandbox = await freshSandbox();
    const gone = await sandbox.app.request('/_sandbox/events');
    const reader = gone.body?.getReader();
    await reader?.read();
    await expect(reader?.cancel()).resolves.toBeUndefined();
    const stream = await eventStream(sandbox);
    await startCheckout(sandbox, 'cardgw');
    expect((await stream.next())?.event).toBe('transaction.started');
  });

  it('A reader that never reads loses its connection when it is cut off, and with it what was kept for it', async () => {
    const sandbox = await freshSandbox();
    const { port } = new URL(await sandbox.listen());
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.write('GET /_sandbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => socket.once('readable', resolve));
    const { store, journal } = sandbox.runtime;
    const text = 'x'.repeat(900_000);
    // More than the buffers of the two sockets hold.
    for (let part = 1; part <= 30; part += 1)
      await store.commit(() => void journal.append({ type: 'reset', data: { part, text } }));
    // Starts reading only now: after an orderly end, the last event would have arrived behind everything
    // unread.
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.length));
    await closed;
    expect(bytes).toBeLessThan(30 * text.length);
  });

  it('A reader that leaves over 1 MiB unread is cut off, and misses nothing when it comes back', async () => {
    const sandbox = await freshSandbox();
    const slow = await eventStream(sandbox);
    const { store, journal } = sandbox.runtime;
    const text = 'x'.repeat(400_000);
    // In one commit, so that the reader cannot read in between.
    await store.commit(() => {
      for (const part of [1, 2, 3, 4, 5, 6]) journal.append({ type: 'reset', data: { part, text } });
    });
    const parts: number[] = [];
    let last = '';
    for (let message = await slow.next(); message; message = await slow.next()) {
      parts.push(message.data.part);
      last = message.id;
    }
    expect(parts.length).toBeLessThan(6);
    const back = await eventStream(sandbox, '', { 'Last-Event-ID': last });
    while (parts.length < 6) parts.push((await back.next())?.data.part);
    expect(parts).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
