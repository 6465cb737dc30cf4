import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectCodeless, expectRefusal, loggedRequest } from '../support/merchant-api.ts';
import { type Answer, rightFields, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const account = (change: unknown) => sandbox.control('accounts/demo', change, 'PATCH');
const settings = (change: unknown) => sandbox.control('settings', change, 'PATCH');

describe('Order of checks', () => {
  it('size, route, method, keys, IP, rate, maintenance, allowed, configured, test mode, body, fields, amount, business', async () => {
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    await account({
      approved: false,
      ip_whitelist: { enabled: true, entries: ['203.0.113.7'] },
      gateways: { cardgw: { allowed: false, configured: false, test_mode: false } },
    });
    await settings({ maintenance_mode: true, rate_limit: { requests: 1, period: '1h' } });

    // Wrong in every way. Each step fixes one mistake, and the next one is reported.
    const call = { path: 'cardgw/verify', method: 'PUT', body: 'x'.repeat(65_537), type: 'text/plain' };
    const send = () =>
      sandbox.call(
        call.path,
        {},
        { method: call.method, body: call.body, headers: { 'Content-Type': call.type } },
      );
    expectCodeless(await send(), 413);
    call.body = 'amount=0';
    expectCodeless(await send(), 404);
    call.path = 'cardgw/confirm';
    expectCodeless(await send(), 405);
    call.method = 'POST';
    expectRefusal(await send(), 'UNAUTHORIZED');
    await account({ approved: true });
    expectRefusal(await send(), 'FORBIDDEN_IP_ADDRESS');
    await account({ ip_whitelist: { enabled: false } });
    expectRefusal(await send(), 'MAINTENANCE_MODE');
    expectRefusal(await send(), 'TOO_MAY_REQUESTS');
    await settings({ rate_limit: null });
    expectRefusal(await send(), 'MAINTENANCE_MODE');
    await settings({ maintenance_mode: false });
    expectRefusal(await send(), 'DENIED_ACCESS_GATEWAY');
    await account({ gateways: { cardgw: { allowed: true } } });
    expectRefusal(await send(), 'MISSING_PARAMETER');
    await account({ gateways: { cardgw: { configured: true } } });
    expectRefusal(await send(), 'TEST_MODE_NOT_SUPPORTED');
    await account({ gateways: { cardgw: { test_mode: true } } });
    expect((await send()).json.error).toMatchObject({
      status: 422,
      code: 'INVALID_INPUTS',
      message: expect.stringContaining('text/plain'),
    });
    call.type = 'application/x-www-form-urlencoded';
    expectRefusal(await send(), 'INVALID_INPUTS', {
      invoice_no: ['is required'],
      return_url: ['is required'],
    });
    call.body = 'amount=0&invoice_no=INV-1&return_url=https://shop.example/';
    expectRefusal(await send(), 'AMOUNT_NOT_ALLOWED');
    call.body = 'amount=1&invoice_no=INV-1&return_url=https://shop.example/';
    expectRefusal(await send(), 'INVALID_INPUTS', { invoice_no: ['has been used before'] });
    call.body = 'amount=1&invoice_no=INV-2&return_url=https://shop.example/';
    expect((await send()).status).toBe(200);
  });
});

describe('The decision trace', () => {
  const checks = [
    'size',
    'route',
    'method',
    'https',
    'keys',
    'ip',
    'rate',
    'maintenance',
    'gateway allowed',
    'gateway configured',
    'test mode',
    'body',
    'fault',
    'fields',
    'amount',
    'currency',
  ];

  async function traceOf(answer: Answer) {
    const { trace } = await loggedRequest(sandbox, answer);
    return trace;
  }

  it('Tells each check in order, what was expected and what came', async () => {
    const fields = rightFields['localbankcards/confirm'];
    const trace = await traceOf(await sandbox.call('localbankcards/confirm', fields));
    expect(trace.map(({ check }) => check)).toEqual(checks);
    expect(trace.every(({ passed, expected }) => passed && expected !== '')).toBe(true);
    expect(trace.map(({ got }) => got)).toEqual([
      '76 bytes',
      '/api/v1/transaction/localbankcards/confirm',
      'POST',
      'HTTP',
      'demo, test token demo****en',
      '127.0.0.1',
      'no limit',
      'off',
      'allowed',
      'configured',
      'test',
      'application/x-www-form-urlencoded;charset=UTF-8',
      'none',
      'amount, invoice_no, return_url',
      '10.00',
      'LYD',
    ]);
  });

  it('Ends with the one that failed', async () => {
    const trace = await traceOf(
      await sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], birth_year: '90' }),
    );
    expect(trace.map(({ check }) => check)).toEqual(checks.slice(0, checks.indexOf('fields') + 1));
    expect(trace.at(-1)).toEqual({
      check: 'fields',
      passed: false,
      expected: 'every field as its rule says',
      got: 'Some fields are missing or filled out incorrectly. · birth_year must be 4 digits',
    });
    expect(trace.slice(0, -1).every(({ passed }) => passed)).toBe(true);
  });

  it('Stops at the keys for a caller without credentials', async () => {
    const trace = await traceOf(await sandbox.call('walletA/verify', {}, { token: 'nobody' }));
    expect(trace.map(({ check }) => check)).toEqual(['size', 'route', 'method', 'https', 'keys']);
    expect(trace.at(-1)?.passed).toBe(false);
  });

  it('Has the step business when the flow refuses', async () => {
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const trace = await traceOf(await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']));
    expect(trace.map(({ check }) => check)).toEqual([...checks, 'business']);
    expect(trace.at(-1)).toMatchObject({ passed: false, got: expect.stringContaining('used before') });
  });
});
