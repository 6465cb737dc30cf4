import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { expectCodeless, expectRefusal } from '../../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

const right = rightFields['localbankcards/confirm'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe('localbankcards confirm: POST /api/v1/transaction/localbankcards/confirm', () => {
  it('amount is in Libyan dinars', async () => {
    await sandbox.call('localbankcards/confirm', right);
    expect((await sandbox.control('transactions/100001')).json.currency).toBe('LYD');
  });

  it('Is one step: there is no verify', async () => {
    expectCodeless(await sandbox.call('localbankcards/verify', right), 404);
  });

  it('mobile_number, email and callback_url are no fields of it: any value is ignored', async () => {
    const extras = { mobile_number: 'x', email: 'x', callback_url: 'x' };
    expect((await sandbox.call('localbankcards/confirm', { ...right, ...extras })).status).toBe(200);
    expect((await sandbox.control('checkouts/token-1')).json).toMatchObject({
      mobile_number: null,
      email: null,
      callback_url: null,
    });
  });

  it('Every field that is wrong is named at once', async () => {
    const answer = await sandbox.call('localbankcards/confirm', { lang: 'fr', customer_ip: 'x' });
    expectRefusal(answer, 'INVALID_INPUTS', {
      amount: ['is required'],
      invoice_no: ['is required'],
      return_url: ['is required'],
      customer_ip: ['must be an IPv4 or IPv6 address'],
      lang: ['must be `ar` or `en`'],
    });
  });

  it('The return carries gateway, approved, invoice_no, amount, transaction_id, hashed, in this order', async () => {
    await sandbox.call('localbankcards/confirm', {
      ...right,
      return_url: 'https://shop.example/return?a=b#c',
    });
    const { json } = await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    expect(json.return_url).toMatch(
      /^https:\/\/shop\.example\/return\?a=b&gateway=localbankcards&approved=1&invoice_no=INV-1&amount=10\.00&transaction_id=100001&hashed=[0-9A-F]{64}#c$/,
    );
  });

  it('Canceled, it carries canceled=1 and no approved', async () => {
    await sandbox.call('localbankcards/confirm', right);
    const { json } = await sandbox.control('checkouts/token-1/cancel', { order: 'return-only' });
    expect(json.return_url).toMatch(
      /^https:\/\/shop\.example\/return\?gateway=localbankcards&canceled=1&invoice_no=INV-1&amount=10\.00&transaction_id=100001&hashed=[0-9A-F]{64}$/,
    );
  });
});
