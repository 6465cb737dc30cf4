import { describe, expect, it, test } from 'vitest';
import { advance, attempted, paid } from '../support/checkouts.ts';
import { freePort } from '../support/free-port.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { formsOf } from '../support/payment.ts';
import { answering } from '../support/raw-merchant.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const settled = async (sandbox: TestSandbox, query = 'wait=10s') =>
  (await sandbox.control(`callbacks/settled?${query}`, {})).json;
const refusedWith = (message: unknown) => ({ error: { code: 'CALLBACK_REFUSED', message } });

describe('callbacks/settled fails at once when your app refuses a callback', () => {
  it('with the address, the status, the first line of the body, and when the next attempt is due', async () => {
    const sandbox = await freshSandbox();
    const body = 'Oops\u001b[31m: no such table\nat line 7';
    const { url } = await freshRawMerchant(answering('500 Oops', {}, body));
    await paid(sandbox, `${url}/callback`);
    expect(await settled(sandbox)).toEqual(
      refusedWith(
        expect.stringMatching(
          /^Callback 1 of "INV-1" to http:\/\/127\.0\.0\.1:\d+\/callback was not accepted: your app answered 500 "Oops\\u001b\[31m: no such table"\. Attempt 2 is due in [\d.]+ s of the sandbox’s clock, which is frozen; to get it, advance the clock or let it run\.$/,
        ),
      ),
    );
  });

  it('with the advice to ask with retries when the clock runs', async () => {
    const sandbox = await freshSandbox();
    const { url } = await freshRawMerchant(answering('500 Oops'));
    await sandbox.control('clock/resume', {});
    await paid(sandbox, `${url}/callback`);
    expect(await settled(sandbox)).toEqual(
      refusedWith(expect.stringMatching(/Attempt 2 is due in [\d.]+ s; to wait for it, ask with retries\.$/)),
    );
  });

  it('with the reason when nobody answers', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, `http://127.0.0.1:${await freePort()}`);
    expect(await settled(sandbox)).toEqual(
      refusedWith(expect.stringContaining('connection refused: nothing listens at')),
    );
  });

  it('also when it was refused before, and no longer once a retry is accepted', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(404);
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect(await settled(sandbox, 'wait=0')).toEqual(refusedWith(expect.stringContaining('404 "ok"')));
    merchant.answerWith(200);
    await advance(sandbox, '10s');
    expect(await settled(sandbox)).toEqual({ settled: true });
  });

  it('and with retries=true goes on until they end', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(503);
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect(await settled(sandbox, 'wait=0&retries=true')).toMatchObject({
      error: {
        code: 'NOT_SETTLED',
        message: expect.stringMatching(
          /was not accepted \(your app answered 503 "ok"\): attempt 2 is due in/,
        ),
      },
    });
    const waiting = settled(sandbox, 'wait=10s&retries=true');
    merchant.answerWith(200);
    await advance(sandbox, '10s');
    expect(await waiting).toEqual({ settled: true });
  });

  it('but not for a forged callback, which an app is right to refuse', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(403);
    await paid(sandbox, merchant.url, { tamper: 'wrong-hash' });
    expect(await settled(sandbox)).toEqual({ settled: true });
    expect(merchant.arrivals).toHaveLength(1);
    await paid(sandbox, merchant.url, {}, 'INV-2');
    expect(await settled(sandbox)).toEqual(refusedWith(expect.stringContaining('"INV-2"')));
  });

  it('a last attempt that is refused during the wait, whatever was asked about', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    for (const query of ['wait=10s', 'wait=10s&retries=true', 'wait=10s&account=demo']) {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const refuse = answering('500 Oops', {}, '');
      const { url } = await freshRawMerchant(
        (socket, request) => void asked.then(() => refuse(socket, request)),
      );
      await paid(sandbox, url, {}, `INV-${query}`);
      const waiting = settled(sandbox, query);
      // The server handles this call after the waiting one, so its answer proves that the wait has begun.
      await settled(sandbox, 'wait=0');
      ask();
      expect(await waiting).toEqual(refusedWith(expect.stringMatching(/There are no more attempts\.$/)));
    }
  });

  it.each(['wait=10s', 'wait=10s&retries=true'])(
    'a last attempt of a callback that was created during the wait (%s), for everyone who waits by then',
    async (query) => {
      const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const refuse = answering('500 Oops', {}, '');
      const late = await freshRawMerchant(
        (socket, request) => void asked.then(() => refuse(socket, request)),
      );
      const slow = await freshHoldingMerchant();
      await paid(sandbox, slow.url);
      const first = settled(sandbox, query);
      await settled(sandbox, 'wait=0');
      await paid(sandbox, late.url, {}, 'INV-2');
      await late.arrived(1);
      const second = settled(sandbox, query);
      await settled(sandbox, 'wait=0');
      ask();
      for (const waiting of [first, second])
        expect(await waiting).toEqual(refusedWith(expect.stringContaining('"INV-2"')));
      slow.release();
      expect(await settled(sandbox)).toEqual({ settled: true });
    },
  );

  it('an attempt without retries is an end: it fails a question about its transaction alone', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    const { json } = await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect(await settled(sandbox)).toEqual({ settled: true });
    expect(await settled(sandbox, `transaction_id=${json.transaction_id}`)).toEqual(
      refusedWith(expect.stringMatching(/answered 500 "ok"\. There are no more attempts\.$/)),
    );
    expect(await settled(sandbox, `transaction_id=${json.transaction_id}&retries=true`)).toEqual(
      refusedWith(expect.stringMatching(/There are no more attempts\.$/)),
    );
  });
});

describe('callbacks/settled says what is pending, and why, when the wait is over', () => {
  test('a callback with a delay', async () => {
    const sandbox = await freshSandbox();
    const { url } = await freshMerchant();
    await paid(sandbox, url, { delay: '1h' });
    const { error } = await settled(sandbox, 'wait=0');
    expect(error).toMatchObject({
      code: 'NOT_SETTLED',
      message: expect.stringContaining('waits for its time: attempt 1 is due in 3600 s'),
    });
  });

  test('a callback that follows the browser’s return', async () => {
    const sandbox = await freshSandbox();
    const { url } = await freshMerchant();
    const forms = await formsOf(sandbox, 'aggregator', { callback_url: url });
    await forms.pay();
    await forms.code('123456', { order: 'return-first', delay: '' });
    const { error } = await settled(sandbox, 'wait=0');
    expect(error.message).toMatch(/waits for the browser to return: without it, attempt 1 is due in 30 s/);
  });

  test('one that the browser never followed, and that your app refused', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    const forms = await formsOf(sandbox, 'aggregator', { callback_url: merchant.url });
    await forms.pay();
    await forms.code('123456', { order: 'return-first', delay: '' });
    await advance(sandbox, '30s');
    await attempted(sandbox, 1);
    const { error } = await settled(sandbox, 'wait=0&retries=true');
    expect(error.message).toMatch(/was not accepted \(your app answered 500 "ok"\): attempt 2 is due in 5 s/);
  });

  test('an app that does not answer', async () => {
    const sandbox = await freshSandbox();
    const slow = await freshHoldingMerchant();
    await paid(sandbox, slow.url);
    await slow.arrived(1);
    const { error } = await settled(sandbox, 'wait=0');
    expect(error).toEqual({
      code: 'NOT_SETTLED',
      message: `Still pending: callback 1 of "INV-1" to ${slow.url} is being sent, and your app has not answered yet.`,
    });
    slow.release();
    expect(await settled(sandbox)).toEqual({ settled: true });
  });
});
