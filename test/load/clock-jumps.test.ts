import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { advance, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const hourMs = 3_600_000;
/** After a jump of the machine's clock, the sandbox checks the time within a second of real time. */
const checkedMs = 1500;

describe('The machine’s clock jumps, or the machine sleeps and its timers with it', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 15) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('8 hours forward: what is over has ended a second later, and a retry that was due is sent', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const merchant = await freshMerchant();
    merchant.answerWith(503);
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-OPEN' });
    await verified(sandbox, 'walletB');
    await paid(sandbox, merchant.url);
    await eventually(sandbox, 'callback.attempted', 1);
    merchant.answerWith(200);
    vi.setSystemTime(Date.now() + 8 * hourMs);
    await later(checkedMs);
    await eventually(sandbox, 'callback.delivered', 1);
    await sandbox.runtime.alarms.idle();
    expect(await statuses(sandbox)).toEqual({ 'INV-OPEN': 'expired', 'INV-1': 'completed' });
    expect((await sandbox.control('otps')).json.data).toMatchObject([{ status: 'expired' }]);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('8 hours forward: before anybody has looked, what is over can no longer be paid', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const token = await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-OPEN' });
    const { process_id, code, amount } = await verified(sandbox, 'walletB');
    vi.setSystemTime(Date.now() + 8 * hourMs);
    expect((await sandbox.control(`checkouts/${token}/approve`, {})).status).toBe(409);
    const { json } = await sandbox.call('walletB/confirm', { process_id, code, amount, invoice_no: 'INV-2' });
    expect(json.error.code).toBe('OTP_EXPIRED');
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('8 hours forward: the first request sees what is over, and new callbacks are sent at once', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const merchant = await freshMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-OPEN' });
    vi.setSystemTime(Date.now() + 8 * hourMs);
    expect((await sandbox.control(`checkouts/${token}`)).json.status).toBe('expired');
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-LATER' });
    vi.setSystemTime(Date.now() + 8 * hourMs);
    await paid(sandbox, merchant.url);
    await sandbox.runtime.alarms.idle();
    expect((await callback(sandbox)).attempts).toHaveLength(1);
    await settled(sandbox);
    const [last, ...others] = await Promise.all(
      ['1', '2', '3'].map((each) => startCheckout(sandbox, 'cardgw', { invoice_no: `INV-LAST-${each}` })),
    );
    vi.setSystemTime(Date.parse((await sandbox.control(`checkouts/${last}`)).json.expires_at));
    const seen = await Promise.all([last, ...others].map((each) => sandbox.control(`checkouts/${each}`)));
    expect(seen.map(({ json }) => json.status)).toEqual(['expired', 'expired', 'expired']);
  });

  it('an hour back: nothing ends early or twice, payments go on, and all ends when its time comes', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const merchant = await freshMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    await startCheckout(sandbox, 'localbankcards', { invoice_no: 'INV-OPEN' });
    vi.setSystemTime(Date.now() - hourMs);
    await later(checkedMs);
    expect(await statuses(sandbox)).toEqual({ 'INV-1': 'started', 'INV-OPEN': 'started' });
    await decided(sandbox, token, 'approve');
    await eventually(sandbox, 'callback.delivered', 1);
    vi.setSystemTime(Date.now() + 2 * hourMs);
    await later(checkedMs);
    await sandbox.runtime.alarms.idle();
    expect(await statuses(sandbox)).toEqual({ 'INV-1': 'completed', 'INV-OPEN': 'expired' });
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});

describe('The sandbox’s clock is moved by a tester', () => {
  it('100 years forward, with a retry, an expiry, a code and a wait pending: each ends once', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(503);
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-OPEN' });
    await verified(sandbox, 'walletB');
    await paid(sandbox, merchant.url);
    await eventually(sandbox, 'callback.attempted', 1);
    const waiting = sandbox.control('events?type=transaction.expired&wait=10s');
    merchant.answerWith(200);
    await advance(sandbox, '36525d');
    expect((await waiting).json.data).toHaveLength(1);
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('delivered');
    expect(await statuses(sandbox)).toEqual({ 'INV-OPEN': 'expired', 'INV-1': 'completed' });
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('and back to 1970: what has ended stays so, and new payments are made and delivered', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-OPEN' });
    await advance(sandbox, '36525d');
    await sandbox.control('clock/freeze', { at: '1970-01-02T00:00:00Z' });
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    expect(await statuses(sandbox)).toEqual({ 'INV-OPEN': 'expired', 'INV-1': 'completed' });
    expect((await callback(sandbox)).status).toBe('delivered');
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});

/** Settles when there are this many events of a type. */
async function eventually(sandbox: TestSandbox, type: string, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { data } = (await sandbox.control(`events?type=${type}`)).json;
      expect(data).toHaveLength(count);
    },
    { timeout: 50_000, interval: 10 },
  );
}

async function statuses(sandbox: TestSandbox): Promise<Record<string, string>> {
  const { data } = (await sandbox.control('transactions')).json;
  return Object.fromEntries(
    data.map(({ invoice_no, status }: { invoice_no: string; status: string }) => [invoice_no, status]),
  );
}
