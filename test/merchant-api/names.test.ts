import { beforeEach, describe, expect, it } from 'vitest';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { expectCodeless, expectRefusal, loggedRequest } from '../support/merchant-api.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const names = { walletA: 'acmepay', cardgw: 'world-cards', aggregator: 'acme.all', method_2: 'acme_cash' };

let sandbox: TestSandbox;
let merchant: MerchantServer;
beforeEach(async () => {
  sandbox = await freshSandbox({ names });
  merchant = await freshMerchant();
});

describe("The config's names maps any gateway or method token", () => {
  it.each(['acmepay', 'walletA'])('%s works in paths', async (name) => {
    const verify = await sandbox.call(`${name}/verify`, rightFields['walletA/verify']);
    expect(verify.status).toBe(200);
    const fields = { amount: '10.00', invoice_no: 'A', code: '123456', process_id: '1000000000001' };
    expect((await sandbox.call(`${name}/confirm`, fields)).status).toBe(200);
  });

  it('The two are one gateway: a process of one name is confirmed by the other', async () => {
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const fields = { amount: '10.00', invoice_no: 'A', code: '123456', process_id: '1000000000001' };
    expect((await sandbox.call('acmepay/confirm', fields)).status).toBe(200);
  });

  it('A token that is not mapped keeps its name', async () => {
    expect((await sandbox.call('walletB/verify', rightFields['walletB/verify'])).status).toBe(200);
  });

  it.each(['AcmePay', 'acme', 'acmepay2', 'acme_cash', 'method_2'])('%s is no gateway', async (name) => {
    expectCodeless(await sandbox.call(`${name}/verify`, rightFields['walletA/verify']), 404);
  });

  it('A mapped gateway has the rules of its token', async () => {
    const answer = await sandbox.call('acmepay/verify', {
      ...rightFields['walletA/verify'],
      birth_year: '90',
    });
    expectRefusal(answer, 'INVALID_INPUTS', { birth_year: ['must be 4 digits'] });
    expectCodeless(await sandbox.call('world-cards/verify', {}), 404);
  });

  it('The log and the inbox show the mapped name', async () => {
    const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect((await loggedRequest(sandbox, answer)).gateway).toBe('acmepay');
    expect((await sandbox.control('otps')).json.data[0].gateway).toBe('acmepay');
  });
});

describe('A mapped name is what callbacks carry', () => {
  it.each(['world-cards', 'cardgw'])('cardgw, confirmed as %s', async (name) => {
    const answer = await sandbox.call(`${name}/confirm`, {
      ...rightFields['cardgw/confirm'],
      return_url: `${merchant.url}/return`,
    });
    expect(answer.json.result.redirect_url).toBe('http://127.0.0.1:4700/checkout?token=token-1');
    const { json } = await sandbox.control('checkouts/token-1/approve', {});
    const query =
      'gateway=world-cards&approved=1&amount=10.00&currency=USD&invoice_no=INV-1&transaction_id=100001';
    expect(json.return_url).toContain(`${merchant.url}/return?${query}&hashed=`);
    const [arrival] = await merchant.arrived(1);
    expect(`${merchant.url}${arrival?.url}`).toBe(json.return_url);
  });

  it.each(['acme_cash', 'method_2'])(
    'The aggregator and its method, chosen as %s',
    async (payment_method) => {
      await sandbox.call('acme.all/confirm', {
        ...rightFields['aggregator/confirm'],
        callback_url: `${merchant.url}/callback`,
      });
      await sandbox.control('checkouts/token-1/approve', { payment_method });
      const [arrival] = await merchant.arrived(1);
      expect(JSON.parse(arrival?.body ?? '')).toEqual({
        gateway: 'acme.all',
        approved: '1',
        amount: '10.00',
        invoice_no: 'INV-1',
        paymet_method: 'acme_cash',
        transaction_id: '100001',
        hashed: expect.stringMatching(/^[0-9A-F]{64}$/),
      });
      expect((await sandbox.control('transactions/100001')).json).toMatchObject({
        gateway: 'acme.all',
        payment_method: 'acme_cash',
      });
    },
  );

  it('A method that is not mapped keeps its token', async () => {
    await sandbox.call('aggregator/confirm', {
      ...rightFields['aggregator/confirm'],
      callback_url: `${merchant.url}/callback`,
    });
    await sandbox.control('checkouts/token-1/approve', { payment_method: 'method_1' });
    const [arrival] = await merchant.arrived(1);
    expect(JSON.parse(arrival?.body ?? '').paymet_method).toBe('method_1');
  });
});
