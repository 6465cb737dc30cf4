import { describe, expect, it } from 'vitest';
import { nextTryAt } from '../../src/callbacks/schedule.ts';
import { advance, attempted, callback, paid, settled } from '../support/checkouts.ts';
import { freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { countedIds, startOfTest } from '../support/sandbox.ts';

const at = (ms: number) => new Date(startOfTest + ms).toISOString();

describe('callback.mode', () => {
  it('retry: at 0 s, 5 s, 30 s, 2 min and 10 min, each after the one before, and then it has failed', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(answering('500 Internal Server Error'));
    await paid(sandbox, merchant.url);
    let elapsedMs = 0;
    for (const [index, delayMs] of [5000, 30_000, 120_000, 600_000].entries()) {
      await attempted(sandbox, index + 1);
      expect(await callback(sandbox)).toMatchObject({
        status: 'pending',
        next_attempt_at: at(elapsedMs + delayMs),
      });
      await advance(sandbox, `${delayMs - 1}ms`);
      expect((await callback(sandbox)).attempts).toHaveLength(index + 1);
      await advance(sandbox, '1ms');
      elapsedMs += delayMs;
    }
    await settled(sandbox);
    const { status, next_attempt_at: next, attempts } = await callback(sandbox);
    expect([status, next]).toEqual(['exhausted', null]);
    expect(attempts.map((each: { number: number; at: string }) => [each.number, each.at])).toEqual([
      [1, at(0)],
      [2, at(5000)],
      [3, at(35_000)],
      [4, at(155_000)],
      [5, at(755_000)],
    ]);
    await advance(sandbox, '10d');
    expect((await callback(sandbox)).attempts).toHaveLength(5);
  });

  it('retry: every attempt sends the same bytes', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(answering('500 Internal Server Error'));
    await paid(sandbox, merchant.url);
    for (const [index, by] of ['5s', '30s', '2m', '10m'].entries()) {
      await attempted(sandbox, index + 1);
      await advance(sandbox, by);
    }
    await attempted(sandbox, 5);
    expect(merchant.requests).toHaveLength(5);
    expect(new Set(merchant.requests).size).toBe(1);
    const { attempts } = await callback(sandbox);
    expect(attempts.map(({ request }: { request: string }) => request)).toEqual(merchant.requests);
  });

  it('retry: ends with the first success', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(503);
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    merchant.answerWith(204);
    await advance(sandbox, '5s');
    await settled(sandbox);
    await advance(sandbox, '1h');
    expect(merchant.arrivals).toHaveLength(2);
    expect(await callback(sandbox)).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
      attempts: [{ answer: { status: 503 } }, { answer: { status: 204 } }],
    });
  });

  it('retry: the jitter shortens the delays by at most 10 % and never lengthens them', async () => {
    for (const [fraction, delayMs] of [
      [0, 5000],
      [1, 4500],
    ] as const) {
      const sandbox = await freshSandbox({ ids: { ...countedIds(), fraction: () => fraction } });
      const merchant = await freshRawMerchant(answering('500 Internal Server Error'));
      await paid(sandbox, merchant.url);
      await attempted(sandbox, 1);
      expect((await callback(sandbox)).next_attempt_at).toBe(at(delayMs));
      await advance(sandbox, '5s');
      await attempted(sandbox, 2);
    }
  });

  it('retry: with `callback.jitter_seed` the delays are the same in every run', async () => {
    for (const fraction of [0, 0.5, 1]) {
      const sandbox = await freshSandbox({
        settings: { callback: { jitter_seed: 7 } },
        ids: { ...countedIds(), fraction: () => fraction },
      });
      const merchant = await freshRawMerchant(answering('500 Internal Server Error'));
      await paid(sandbox, merchant.url);
      await attempted(sandbox, 1);
      expect((await callback(sandbox)).next_attempt_at).toBe(at(4866));
    }
  });

  it.each([
    [0, 1, [4976, 29_807, 117_790, 559_176]],
    [0, 2, [4560, 28_391, 108_861, 591_250]],
    [7, 1, [4866, 29_354, 116_166, 544_951]],
    [7, 2, [4665, 28_853, 113_293, 587_007]],
  ])('retry: seed %i, callback %i: after %j ms, and no more', (seed, callbackId, delaysMs) => {
    const delays = [1, 2, 3, 4, 5].map((tries) =>
      nextTryAt({ mode: 'retry', seed, callbackId, tries, now: 0, fraction: 0 }),
    );
    expect(delays).toEqual([...delaysMs, undefined]);
  });

  it('retry: the delays of a seed fill the 10 % evenly', () => {
    const delays = Array.from({ length: 10_000 }, (_, index) =>
      Number(nextTryAt({ mode: 'retry', seed: 3, callbackId: index, tries: 1, now: 0, fraction: 0 })),
    );
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => delays.filter((ms) => Math.ceil((ms - 4500) / 50) === tenth + 1).length,
    );
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(100);
  });

  it('once: one attempt, and a failure is the end', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshRawMerchant(answering('500 Internal Server Error'));
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    await advance(sandbox, '1h');
    expect(merchant.requests).toHaveLength(1);
    expect(await callback(sandbox)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
  });

  it('manual: nothing goes out before it is released', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'manual' } } });
    const merchant = await freshRawMerchant();
    await paid(sandbox, merchant.url);
    await advance(sandbox, '1h');
    expect(await callback(sandbox)).toMatchObject({ status: 'held', next_attempt_at: null, attempts: [] });
    expect((await sandbox.control('callbacks/1/release', {})).status).toBe(200);
    await settled(sandbox);
    expect(merchant.requests).toHaveLength(1);
    expect((await callback(sandbox)).status).toBe('delivered');
  });
});
