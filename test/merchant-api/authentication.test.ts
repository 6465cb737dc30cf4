import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { endpoints, expectRefusal, goodFields } from '../support/merchant-api.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const path = '/api/v1/transaction/walletA/verify';
const fields = rightFields['walletA/verify'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

function withHeaders(headers: Record<string, string>) {
  return sandbox.fetch(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
}

describe('Every endpoint request must carry both headers', () => {
  it.each(endpoints)('%s without them is UNAUTHORIZED, with them 200', async (endpoint) => {
    const right = await goodFields(sandbox, endpoint);
    const body = new URLSearchParams(right);
    const bare = await sandbox.fetch(`/api/v1/transaction/${endpoint}`, { method: 'POST', body });
    expectRefusal(bare, 'UNAUTHORIZED');
    expect((await sandbox.call(endpoint, right)).status).toBe(200);
  });

  it.each([
    ['', 'demo_api_key'],
    ['Bearer', 'demo_api_key'],
    ['Bearer ', 'demo_api_key'],
    ['demo_test_token', 'demo_api_key'],
    ['Basic demo_test_token', 'demo_api_key'],
    ['Bearer: demo_test_token', 'demo_api_key'],
    ['Bearerdemo_test_token', 'demo_api_key'],
    ['Bearer demo_test_token x', 'demo_api_key'],
    ['Bearer Bearer demo_test_token', 'demo_api_key'],
    ['Bearer "demo_test_token"', 'demo_api_key'],
    ['Bearer demo_test_token, Bearer demo_test_token', 'demo_api_key'],
    ['Bearer demo_test_token\u00e9', 'demo_api_key'],
    ['Bearer d\u00e9mo', 'demo_api_key'],
    [`Bearer ${'x'.repeat(15_000)}`, 'demo_api_key'],
    [`Bearer demo_test_token${'x'.repeat(15_000)}`, 'demo_api_key'],
    ['Bearer DEMO_TEST_TOKEN', 'demo_api_key'],
    ['Bearer demo_test_toke', 'demo_api_key'],
    ['Bearer demo_test_token', ''],
    ['Bearer demo_test_token', 'Demo_api_key'],
    ['Bearer demo_test_token', 'demo_api_key, demo_api_key'],
    ['Bearer demo_test_token', 'demo_api_ke'],
    ['Bearer demo_test_token', 'demo_secret_key'],
    ['Bearer demo_test_token', 'x'.repeat(15_000)],
    ['Bearer demo_api_key', 'demo_test_token'],
    ['Bearer demo_secret_key', 'demo_api_key'],
  ])('Authorization: %.60s with X-API-KEY: %.40s is UNAUTHORIZED', async (authorization, key) => {
    const answer = await withHeaders({ Authorization: authorization, 'X-API-KEY': key });
    expectRefusal(answer, 'UNAUTHORIZED');
  });

  it.each(['Authorization', 'X-API-KEY'])('Without %s it is UNAUTHORIZED', async (name) => {
    const headers: Record<string, string> = {
      Authorization: 'Bearer demo_test_token',
      'X-API-KEY': 'demo_api_key',
    };
    delete headers[name];
    expectRefusal(await withHeaders(headers), 'UNAUTHORIZED');
  });

  it.each(['bearer demo_test_token', 'BEARER demo_test_token', 'bEaReR   demo_test_token'])(
    "The scheme's case does not matter: %s",
    async (authorization) => {
      const answer = await withHeaders({ Authorization: authorization, 'X-API-KEY': 'demo_api_key' });
      expect(answer.status).toBe(200);
    },
  );

  it('The key of one account with the token of another is UNAUTHORIZED', async () => {
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    const own = { token: other.access_tokens.test, apiKey: other.api_key };
    expectRefusal(
      await sandbox.call('walletA/verify', fields, { ...own, apiKey: 'demo_api_key' }),
      'UNAUTHORIZED',
    );
    expectRefusal(
      await sandbox.call('walletA/verify', fields, { ...own, token: 'demo_test_token' }),
      'UNAUTHORIZED',
    );
    expect((await sandbox.call('walletA/verify', fields, own)).status).toBe(200);
  });

  it.each(['test', 'live'] as const)(
    'A renewed-away %s token is UNAUTHORIZED, and the new one works',
    async (mode) => {
      const token = `demo_${mode}_token`;
      expect((await sandbox.call('walletA/verify', fields, { token })).status).toBe(200);
      const { json } = await sandbox.control('accounts/demo/renew', { what: mode });
      expectRefusal(await sandbox.call('walletA/verify', fields, { token }), 'UNAUTHORIZED');
      const renewed = { token: json.access_tokens[mode] };
      expect((await sandbox.call('walletA/verify', fields, renewed)).status).toBe(200);
    },
  );

  it('A renewed-away API key is UNAUTHORIZED, and the new one works', async () => {
    const { json } = await sandbox.control('accounts/demo/renew', { what: 'api_key' });
    expectRefusal(await sandbox.call('walletA/verify', fields), 'UNAUTHORIZED');
    expect((await sandbox.call('walletA/verify', fields, { apiKey: json.api_key })).status).toBe(200);
  });

  it('The same for every reason: the answer does not say what was wrong', async () => {
    const noToken = await sandbox.call('walletA/verify', fields, { token: 'x' });
    const noKey = await sandbox.call('walletA/verify', fields, { apiKey: 'x' });
    expect(noToken.text).toBe(noKey.text);
  });
});

describe('IP whitelist', () => {
  const whitelist = (entries: readonly string[], enabled = true) =>
    sandbox.control('accounts/demo', { ip_whitelist: { enabled, entries } }, 'PATCH');
  const from = (address: string) =>
    sandbox.fetch(path, merchantCall(fields, { headers: { 'X-Sandbox-Client-IP': address } }));

  it('A request from outside the whitelist is FORBIDDEN_IP_ADDRESS, with test and live tokens alike', async () => {
    await whitelist(['203.0.113.7']);
    for (const token of ['demo_test_token', 'demo_live_token']) {
      expectRefusal(await sandbox.call('walletA/verify', fields, { token }), 'FORBIDDEN_IP_ADDRESS');
    }
  });

  it.each([
    [['127.0.0.1'], '127.0.0.1'],
    [['10.0.0.0/8'], '10.200.3.4'],
    [['10.0.0.0/8'], '::ffff:10.200.3.4'],
    [['::ffff:10.0.0.1'], '10.0.0.1'],
    [['2001:db8::/32'], '2001:db8:1::5'],
    [['1.1.1.1', '2.2.2.2'], '2.2.2.2'],
  ])('The whitelist %j takes %s', async (entries, address) => {
    await whitelist(entries);
    expect((await from(address)).status).toBe(200);
  });

  it.each([
    [[], '127.0.0.1'],
    [['10.0.0.0/8'], '11.0.0.1'],
    [['10.0.0.1'], '10.0.0.10'],
    [['2001:db8::/32'], '2001:db9::1'],
  ])('The whitelist %j refuses %s', async (entries, address) => {
    await whitelist(entries);
    expectRefusal(await from(address), 'FORBIDDEN_IP_ADDRESS');
  });

  it('Is optional: not enabled, its entries refuse nobody', async () => {
    await whitelist(['203.0.113.7'], false);
    expect((await from('198.51.100.1')).status).toBe(200);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['evil, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', '127.0.0.1'],
    ['<script>alert(1)</script>', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('Behind a proxy, X-Forwarded-For %j is logged as %s', async (header, logged) => {
    const behind = await freshSandbox({ trustProxy: true });
    const answer = await behind.call('walletA/verify', fields, { headers: { 'X-Forwarded-For': header } });
    expect(answer.status).toBe(200);
    expect((await behind.control('requests')).json.data[0].remote_address).toBe(logged);
  });

  it('X-Forwarded-For is nobody: the address of the socket counts', async () => {
    await whitelist(['203.0.113.7']);
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    expectRefusal(await sandbox.call('walletA/verify', fields, { headers }), 'FORBIDDEN_IP_ADDRESS');
  });
});
