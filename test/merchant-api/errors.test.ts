import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { endpoints, envelope, expectRefusal, goodFields } from '../support/merchant-api.ts';
import { countedIds, rightFields, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const account = (change: unknown) => sandbox.control('accounts/demo', change, 'PATCH');
const settings = (change: unknown) => sandbox.control('settings', change, 'PATCH');
const verify = (fields = {}) =>
  sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], ...fields });

describe('General error codes (not specific to an endpoint or gateway)', () => {
  it.each(endpoints)(
    'MAINTENANCE_MODE when the service maintenance mode is enabled: %s',
    async (endpoint) => {
      const fields = await goodFields(sandbox, endpoint);
      await settings({ maintenance_mode: true });
      expectRefusal(await sandbox.call(endpoint, fields), 'MAINTENANCE_MODE');
      await settings({ maintenance_mode: false });
      expect((await sandbox.call(endpoint, fields)).status).toBe(200);
    },
  );

  it.each(endpoints)('UNAUTHORIZED when the account is not yet approved: %s', async (endpoint) => {
    const fields = await goodFields(sandbox, endpoint);
    await account({ approved: false });
    expectRefusal(await sandbox.call(endpoint, fields), 'UNAUTHORIZED');
    await account({ approved: true });
    expect((await sandbox.call(endpoint, fields)).status).toBe(200);
  });

  it.each(endpoints)(
    'DENIED_ACCESS_GATEWAY without permission to use the payment method: %s',
    async (endpoint) => {
      const fields = await goodFields(sandbox, endpoint);
      await account({ gateways: { [endpoint.split('/')[0] ?? '']: { allowed: false } } });
      expectRefusal(await sandbox.call(endpoint, fields), 'DENIED_ACCESS_GATEWAY');
      const other = endpoint.startsWith('walletB') ? 'walletA/verify' : 'walletB/verify';
      expect((await sandbox.call(other, rightFields[other])).status).toBe(200);
    },
  );

  it.each(endpoints)('MISSING_PARAMETER when the gateway configuration is missing: %s', async (endpoint) => {
    const fields = await goodFields(sandbox, endpoint);
    await account({ gateways: { [endpoint.split('/')[0] ?? '']: { configured: false } } });
    expectRefusal(await sandbox.call(endpoint, fields), 'MISSING_PARAMETER');
  });

  it.each(endpoints)(
    'TEST_MODE_NOT_SUPPORTED for a test token, while a live one works: %s',
    async (endpoint) => {
      const fields = await goodFields(sandbox, endpoint);
      await account({ gateways: { [endpoint.split('/')[0] ?? '']: { test_mode: false } } });
      expectRefusal(await sandbox.call(endpoint, fields), 'TEST_MODE_NOT_SUPPORTED');
      const live = await sandbox.call(endpoint, fields, { token: 'demo_live_token' });
      expect(live.status).toBe(endpoint.startsWith('wallet') && endpoint.endsWith('confirm') ? 422 : 200);
    },
  );

  it('INVALID_INPUTS when payment fields are incorrectly filled out', async () => {
    expectRefusal(await verify({ birth_year: '90' }), 'INVALID_INPUTS', { birth_year: ['must be 4 digits'] });
  });

  it('INVALID_AMOUNT_FORMAT, AMOUNT_NOT_ALLOWED and AMOUNT_EXCEEDED_MAXIMUM by the amount', async () => {
    expectRefusal(await verify({ amount: '1.234' }), 'INVALID_AMOUNT_FORMAT');
    expectRefusal(await verify({ amount: '0' }), 'AMOUNT_NOT_ALLOWED');
    expectRefusal(await verify({ amount: '500.01' }), 'AMOUNT_EXCEEDED_MAXIMUM');
  });

  it("CURRENCY_NOT_SUPPORTED when the account's currency is not the gateway's", async () => {
    await account({ gateways: { cardgw: { currency: 'EUR' } } });
    const answer = await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    expectRefusal(answer, 'CURRENCY_NOT_SUPPORTED');
  });

  it('BACKEND_ERROR for an error in the backend, which leaves nothing behind', async () => {
    const broken = () => {
      throw new Error('no more random numbers');
    };
    const told: unknown[] = [];
    const reportInternalError = (error: unknown) => told.push(error);
    const failing = await freshSandbox({ ids: { ...countedIds(), token: broken }, reportInternalError });
    const answer = await failing.call('cardgw/confirm', rightFields['cardgw/confirm']);
    expectRefusal(answer, 'BACKEND_ERROR');
    expect((await failing.control('transactions')).json.data).toEqual([]);
    expect((await failing.control('requests')).json.data).toHaveLength(1);
    expect(told).toEqual([new Error('no more random numbers')]);
    await failing.stop();
  });

  it('An answer under statuses takes the status that the tester set, in both places', async () => {
    await settings({ maintenance_mode: true, statuses: { MAINTENANCE_MODE: 423 } });
    const answer = await verify();
    expect(answer.status).toBe(423);
    const { error } = envelope('MAINTENANCE_MODE');
    expect(answer.json).toEqual({ error: { ...error, status: 423 } });
  });
});

describe('TOO_MAY_REQUESTS: too many requests received', () => {
  it('Is off until a number and a period are set', async () => {
    for (let time = 0; time < 50; time += 1) expect((await verify()).status).toBe(200);
  });

  it('Carries Retry-After, and ends when the window has moved on', async () => {
    await settings({ rate_limit: { requests: 2, period: '1m' } });
    expect((await verify()).status).toBe(200);
    await sandbox.control('clock/advance', { by: '20s' });
    expect((await verify()).status).toBe(200);
    const refused = await verify();
    expectRefusal(refused, 'TOO_MAY_REQUESTS');
    expect(refused.headers.get('retry-after')).toBe('40');
    await sandbox.control('clock/advance', { by: 39_999 });
    expect((await verify()).headers.get('retry-after')).toBe('1');
    await sandbox.control('clock/advance', { by: 1 });
    expect((await verify()).status).toBe(200);
    expectRefusal(await verify(), 'TOO_MAY_REQUESTS');
  });

  it('Counts each account apart, and refused requests too', async () => {
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    await settings({ rate_limit: { requests: 1, period: '1m' } });
    expect((await verify({ amount: 'x' })).status).toBe(400);
    expectRefusal(await verify(), 'TOO_MAY_REQUESTS');
    const keys = { token: other.access_tokens.test, apiKey: other.api_key };
    expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'], keys)).status).toBe(200);
  });
});

describe('SANDBOX_TRANSACTION_LIMIT_EXCEEDED: maximum number of sandbox transactions for the specified period', () => {
  const confirm = (invoice_no: string, token = 'demo_test_token') =>
    sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no }, { token });

  it('Is off until a number and a period are set', async () => {
    for (let number = 0; number < 30; number += 1) expect((await confirm(`N-${number}`)).status).toBe(200);
  });

  it('Ends when the period has moved on', async () => {
    await settings({ sandbox_transaction_limit: { transactions: 1, period: '1d' } });
    expect((await confirm('A')).status).toBe(200);
    expectRefusal(await confirm('B'), 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED');
    expectRefusal(await verify(), 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED');
    await sandbox.control('clock/advance', { by: 24 * 60 * 60 * 1000 - 1 });
    expectRefusal(await confirm('B'), 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED');
    await sandbox.control('clock/advance', { by: 1 });
    expect((await confirm('B')).status).toBe(200);
  });

  it('Live transactions are neither limited nor counted', async () => {
    await settings({ sandbox_transaction_limit: { transactions: 1, period: '1d' } });
    for (const number of ['A', 'B', 'C']) {
      expect((await confirm(number, 'demo_live_token')).status).toBe(200);
    }
    expect((await confirm('A')).status).toBe(200);
    expectRefusal(await confirm('B'), 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED');
  });
});
