import { beforeEach, describe, expect, it, vi } from 'vitest';
import { advance, attempted, callback, paid, settled } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { startOfTest } from '../support/sandbox.ts';

const at = (ms: number) => new Date(startOfTest + ms).toISOString();

describe('Retry-After', () => {
  const realNow = Date.UTC(2027, 5, 1);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: realNow });
    return () => vi.useRealTimers();
  });

  it.each([
    ['1', 1000],
    ['7', 7000],
    ['600', 600_000],
    [new Date(realNow + 90_000).toUTCString(), 90_000],
  ])('%s is honored: the next attempt is %i ms later', async (header, delayMs) => {
    expect(await nextAttemptAfter(header)).toBe(at(delayMs));
  });

  it.each([
    '-1',
    '0',
    '601',
    '1e9',
    '999999999999',
    'soon',
    '7.5',
    '',
    '2026-01-15T12:01:00Z',
    new Date(startOfTest + 90_000).toUTCString(),
    new Date(realNow - 1000).toUTCString(),
    new Date(realNow + 601_000).toUTCString(),
  ])('"%s" is ignored: the schedule counts', async (header) => {
    expect(await nextAttemptAfter(header)).toBe(at(5000));
  });

  it('does not make the schedule longer', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(answering('503 Service Unavailable', { 'Retry-After': '1' }));
    await paid(sandbox, merchant.url);
    for (const tries of [1, 2, 3, 4]) {
      await attempted(sandbox, tries);
      await advance(sandbox, '1s');
    }
    await settled(sandbox);
    expect(merchant.requests).toHaveLength(5);
    expect((await callback(sandbox)).status).toBe('exhausted');
  });

  async function nextAttemptAfter(header: string): Promise<string> {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(answering('503 Service Unavailable', { 'Retry-After': header }));
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    return (await callback(sandbox)).next_attempt_at;
  }
});
