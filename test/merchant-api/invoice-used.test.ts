import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal, verified } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const used = { invoice_no: ['has been used before'] };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const confirm = (gateway: 'cardgw' | 'aggregator', invoice_no: string) =>
  sandbox.call(`${gateway}/confirm`, { ...rightFields[`${gateway}/confirm`], invoice_no });
const setUsed = (used: string) => sandbox.control('settings', { invoice: { used } }, 'PATCH');
const approve = (token: string) => sandbox.control(`checkouts/${token}/approve`, { order: 'return-only' });

describe('The setting invoice.used', () => {
  it('completed: only a completed payment uses it up', async () => {
    await setUsed('completed');
    expect((await confirm('cardgw', 'INV-1')).status).toBe(200);
    expect((await confirm('cardgw', 'INV-1')).status).toBe(200);
    await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    expectRefusal(await confirm('cardgw', 'INV-1'), 'INVALID_INPUTS', used);
    const second = await sandbox.control('checkouts/token-2/approve', { order: 'return-only' });
    expect(second.status).toBe(409);
  });

  it('Changed to completed, the setting also counts for numbers that an unpaid checkout had used up', async () => {
    await confirm('cardgw', 'INV-1');
    await sandbox.control('checkouts/token-1/expire');
    await confirm('cardgw', 'INV-2');
    await confirm('cardgw', 'INV-3');
    await approve('token-3');
    await setUsed('completed');
    expect((await confirm('aggregator', 'INV-1')).status).toBe(200);
    expect((await approve('token-4')).status).toBe(200);
    expectRefusal(await confirm('cardgw', 'INV-1'), 'INVALID_INPUTS', used);
    const wallet = await verified(sandbox, 'walletA');
    expect((await sandbox.call('walletA/confirm', { ...wallet, invoice_no: 'INV-2' })).status).toBe(200);
    expect((await approve('token-2')).json.error).toMatchObject({ code: 'ALREADY_DECIDED' });
    expectRefusal(await confirm('cardgw', 'INV-3'), 'INVALID_INPUTS', used);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('Of two open checkouts of one number, the one paid first wins, whichever used it up', async () => {
    for (const [first, second] of [
      ['token-1', 'token-2'],
      ['token-4', 'token-3'],
    ] as const) {
      await setUsed('confirmed');
      await confirm('cardgw', `INV-${first}`);
      await setUsed('completed');
      await confirm('cardgw', `INV-${first}`);
      expect((await approve(first)).status).toBe(200);
      expect((await approve(second)).status).toBe(409);
    }
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('Changed back to confirmed, it also counts for numbers that were confirmed before', async () => {
    await setUsed('completed');
    await confirm('cardgw', 'INV-1');
    await confirm('cardgw', 'INV-1');
    await setUsed('confirmed');
    const third = await confirm('cardgw', 'INV-1');
    expectRefusal(third, 'INVALID_INPUTS', used);
    expect(third.headers.get('x-sandbox-hint')).toContain('invoice.used');
    expectRefusal(
      await sandbox.call('walletA/confirm', await verified(sandbox, 'walletA')),
      'INVALID_INPUTS',
      used,
    );
    expect((await approve('token-1')).status).toBe(200);
    expect((await approve('token-2')).json.error.message).toContain('paid with another checkout');
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });
});
