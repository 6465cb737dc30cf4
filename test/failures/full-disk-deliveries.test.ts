import { describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { advance, callback, paid, settled } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant } from '../support/fresh.ts';
import { protect, toldBy } from './storage-faults.ts';
import { begun, storageFailureOf, usedSandbox } from './used-file.ts';

describe('P3: deliveries while nothing can be stored', () => {
  it('what is due is not sent, for it could not be counted, and goes out by itself as soon as it can be', async () => {
    const { sandbox } = await usedSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url, { delay: '1h' });
    const writable = protect(sandbox);
    sandbox.runtime.clock.advance(3_600_000);
    expect(await begun(sandbox, 'AFTER')).toBe(400);
    expect(merchant.arrivals).toEqual([]);
    writable();
    await merchant.arrived(1);
    await settled(sandbox);
    expect(await callback(sandbox)).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }] });
    expect(storageFailureOf(sandbox)).toBeUndefined();
  });

  it('an attempt whose end cannot be stored stays without one, and its callback is sent again', async () => {
    const { sandbox } = await usedSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url);
    await merchant.arrived(1);
    const told = toldBy(sandbox);
    const writable = protect(sandbox);
    merchant.release();
    await expect.poll(() => told.length).toBe(1);
    writable();
    await advance(sandbox, '6s');
    await settled(sandbox);
    expect(await callback(sandbox)).toMatchObject({
      status: 'delivered',
      attempts: [
        { number: 1, duration_ms: null, answer: null, error: null },
        { number: 2, answer: { status: 200 } },
      ],
    });
    expect(new Set(merchant.requests).size).toBe(1);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});
