import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { expectCodeless, expectRefusal } from '../../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

const right = rightFields['cardgw/confirm'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe('cardgw confirm: POST /api/v1/transaction/cardgw/confirm', () => {
  it('amount is in US dollars', async () => {
    await sandbox.call('cardgw/confirm', right);
    expect((await sandbox.control('transactions/100001')).json.currency).toBe('USD');
  });

  it('The maximum in US dollars is the same number: 500 in test mode', async () => {
    expect((await sandbox.call('cardgw/confirm', { ...right, amount: '500.00' })).status).toBe(200);
    const above = await sandbox.call('cardgw/confirm', { ...right, amount: '500.01', invoice_no: 'INV-2' });
    expectRefusal(above, 'AMOUNT_EXCEEDED_MAXIMUM');
  });

  it('Is one step: there is no verify', async () => {
    expectCodeless(await sandbox.call('cardgw/verify', right), 404);
  });

  it('CURRENCY_NOT_SUPPORTED when the currency configured in the account is not USD', async () => {
    await sandbox.control('accounts/demo', { gateways: { cardgw: { currency: 'EUR' } } }, 'PATCH');
    expectRefusal(await sandbox.call('cardgw/confirm', right), 'CURRENCY_NOT_SUPPORTED');
    expect((await sandbox.call('localbankcards/confirm', right)).status).toBe(200);
  });

  it('currency is no field of the request: a merchant that sends one is not refused', async () => {
    expect((await sandbox.call('cardgw/confirm', { ...right, currency: 'LYD' })).status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json.currency).toBe('USD');
  });

  it('The return carries gateway, approved, amount, currency, invoice_no, transaction_id, hashed, in this order', async () => {
    await sandbox.call('cardgw/confirm', right);
    const { json } = await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    expect(json.return_url).toMatch(
      /^https:\/\/shop\.example\/return\?gateway=cardgw&approved=1&amount=10\.00&currency=USD&invoice_no=INV-1&transaction_id=100001&hashed=[0-9A-F]{64}$/,
    );
  });

  it('Canceled, it carries canceled=1 and no approved', async () => {
    await sandbox.call('cardgw/confirm', right);
    const { json } = await sandbox.control('checkouts/token-1/cancel', { order: 'return-only' });
    expect(json.return_url).toMatch(
      /^https:\/\/shop\.example\/return\?gateway=cardgw&canceled=1&amount=10\.00&currency=USD&invoice_no=INV-1&transaction_id=100001&hashed=[0-9A-F]{64}$/,
    );
  });
});
