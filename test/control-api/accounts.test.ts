import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const on = { allowed: true, configured: true, test_mode: true };

async function callWith(sandbox: TestSandbox, token: string, apiKey = 'demo_api_key'): Promise<number> {
  const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify'], { token, apiKey });
  return answer.status;
}

describe('GET health', () => {
  it('answers with the version, whatever else is going on', async () => {
    const sandbox = await freshSandbox({ token: 'needed_elsewhere' });
    const { status, json } = await sandbox.fetch('/_sandbox/health');
    expect([status, json.status]).toEqual([200, 'ok']);
    expect(json.version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('GET accounts', () => {
  it('masks every secret; one account shows them', async () => {
    const sandbox = await freshSandbox();
    const { text, json } = await sandbox.control('accounts');
    for (const secret of ['demo_api_key', 'demo_test_token', 'demo_live_token', 'demo_secret_key']) {
      expect(text).not.toContain(secret);
    }
    expect(json).toMatchObject({ data: [{ id: 'demo', name: 'Demo Shop' }], next: null });
    expect((await sandbox.control('accounts/demo')).json).toMatchObject({
      id: 'demo',
      name: 'Demo Shop',
      approved: true,
      api_key: 'demo_api_key',
      secret_key: 'demo_secret_key',
      access_tokens: { test: 'demo_test_token', live: 'demo_live_token' },
      gateways: {
        walletA: { ...on, currency: 'LYD' },
        walletB: { ...on, currency: 'LYD' },
        localbankcards: { ...on, currency: 'LYD' },
        cardgw: { ...on, currency: 'USD' },
        aggregator: { ...on, currency: 'LYD' },
      },
      ip_whitelist: { enabled: false, entries: [] },
    });
  });
});

describe('POST accounts', () => {
  it('makes an account that is approved, with everything on and keys of its own, which work at once', async () => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('accounts', {});
    expect(status).toBe(201);
    expect(json).toMatchObject({ approved: true, ip_whitelist: { enabled: false, entries: [] } });
    expect(Object.keys(json.gateways)).toHaveLength(5);
    const keys = [json.api_key, json.secret_key, json.access_tokens.test, json.access_tokens.live];
    expect(new Set(keys).size).toBe(4);
    expect(await callWith(sandbox, json.access_tokens.test, json.api_key)).toBe(200);
    expect(await callWith(sandbox, json.access_tokens.test)).toBe(401);
  });

  it('makes a whole tenant: its invoices, codes and log are apart from those of others', async () => {
    const sandbox = await freshSandbox();
    const { json } = await sandbox.control('accounts', { id: 'other', name: 'Other' });
    const keys = { token: json.access_tokens.test, apiKey: json.api_key };
    const confirm = rightFields['cardgw/confirm'];
    expect((await sandbox.call('cardgw/confirm', confirm)).status).toBe(200);
    expect((await sandbox.call('cardgw/confirm', confirm, keys)).status).toBe(200);
    await sandbox.call('walletA/verify', rightFields['walletA/verify'], keys);
    const count = async (list: string) => (await sandbox.control(list)).json.data.length;
    expect(await count('transactions?account=other')).toBe(1);
    expect(await count('transactions')).toBe(2);
    expect(await count('otps?account=demo')).toBe(0);
    expect(await count('requests?account=other')).toBe(2);
    expect(await count('events?account=demo')).toBe(1);
  });

  it.each([
    [{ id: 'demo' }],
    [{ api_key: 'demo_api_key' }],
    [{ access_tokens: { live: 'demo_test_token' } }],
    [{ access_tokens: { test: 'one', live: 'one' } }],
  ])('%o, which is taken, is refused whole with 409', async (seed) => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.control('accounts', { name: 'Copy', ...seed });
    expect(answer).toMatchObject({ status: 409, json: { error: { code: 'ALREADY_TAKEN' } } });
    expect((await sandbox.control('accounts')).json.data).toHaveLength(1);
    expect(await callWith(sandbox, 'demo_test_token')).toBe(200);
  });
});

describe('PATCH accounts/:id', () => {
  it('merges deeply: what is not named stays as it is', async () => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('accounts/demo')).json;
    await sandbox.control('accounts/demo', { gateways: { cardgw: { currency: 'EUR' } } }, 'PATCH');
    await sandbox.control('accounts/demo', { gateways: { walletA: { allowed: false } } }, 'PATCH');
    await sandbox.control('accounts/demo', { ip_whitelist: { entries: ['10.0.0.0/8'] } }, 'PATCH');
    const { status, json } = await sandbox.control(
      'accounts/demo',
      { name: 'New', access_tokens: { live: 'new_live' }, ip_whitelist: { enabled: true } },
      'PATCH',
    );
    expect(status).toBe(200);
    expect(json).toEqual({
      ...before,
      name: 'New',
      access_tokens: { test: 'demo_test_token', live: 'new_live' },
      gateways: {
        ...before.gateways,
        cardgw: { ...on, currency: 'EUR' },
        walletA: { ...on, allowed: false, currency: 'LYD' },
      },
      ip_whitelist: { enabled: true, entries: ['10.0.0.0/8'] },
    });
    expect((await sandbox.control('accounts/demo')).json).toEqual(json);
  });

  it('counts at once: an account that is not approved is refused, and taken again when it is', async () => {
    const sandbox = await freshSandbox();
    expect(await callWith(sandbox, 'demo_test_token')).toBe(200);
    await sandbox.control('accounts/demo', { approved: false }, 'PATCH');
    expect(await callWith(sandbox, 'demo_test_token')).toBe(401);
    await sandbox.control('accounts/demo', { approved: true }, 'PATCH');
    expect(await callWith(sandbox, 'demo_test_token')).toBe(200);
  });

  it.each([
    [{ name: 'New', gateways: { walletC: { allowed: false } } }, 'gateways'],
    [{ name: 'New', gateways: { walletA: { allowed: 'no' } } }, 'gateways.walletA.allowed'],
    [{ name: 'New', nonsense: 1 }, 'nonsense'],
    [{ name: 'New', id: 'other' }, 'id'],
    [{ name: 'New', ip_whitelist: { entries: ['10.0.0.1', '999.1.1.1'] } }, 'ip_whitelist.entries.1'],
    [{ name: 'New', api_key: '' }, 'api_key'],
    [{ name: 'New', secret_key: 'with space' }, 'secret_key'],
    [{ name: 'New', approved: null }, 'approved'],
    [{ name: '' }, 'name'],
    [[], 'body'],
    ['text', 'body'],
    [null, 'body'],
  ])('%j is refused whole, and the error names %s', async (change, name) => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('accounts/demo')).json;
    const answer = await sandbox.control('accounts/demo', change, 'PATCH');
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect(answer.json.error.message).toContain(name);
    expect((await sandbox.control('accounts/demo')).json).toEqual(before);
  });

  it('to the key of another account is refused whole with 409, and both go on as before', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'b', api_key: 'key_b', access_tokens: { test: 'test_b' } });
    const before = (await sandbox.control('accounts/demo')).json;
    for (const change of [{ api_key: 'key_b' }, { access_tokens: { live: 'test_b' } }]) {
      const answer = await sandbox.control('accounts/demo', { name: 'New', ...change }, 'PATCH');
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'ALREADY_TAKEN' } } });
    }
    expect((await sandbox.control('accounts/demo')).json).toEqual(before);
    expect(await callWith(sandbox, 'demo_test_token')).toBe(200);
    expect(await callWith(sandbox, 'test_b', 'key_b')).toBe(200);
  });
});

describe('POST accounts/:id/renew', () => {
  it.each([
    ['test', 'demo_test_token', 'demo_api_key'],
    ['live', 'demo_live_token', 'demo_api_key'],
    ['api_key', 'demo_test_token', 'demo_api_key'],
  ])('%s: the old value stops working at once, the new one works', async (what, token, apiKey) => {
    const sandbox = await freshSandbox();
    expect(await callWith(sandbox, token, apiKey)).toBe(200);
    const { status, json } = await sandbox.control('accounts/demo/renew', { what });
    expect(status).toBe(200);
    expect(await callWith(sandbox, token, apiKey)).toBe(401);
    const mode = what === 'live' ? 'live' : 'test';
    expect(await callWith(sandbox, json.access_tokens[mode], json.api_key)).toBe(200);
  });

  it('secret_key: changes that alone', async () => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('accounts/demo')).json;
    const { json } = await sandbox.control('accounts/demo/renew', { what: 'secret_key' });
    expect(json).toEqual({ ...before, secret_key: json.secret_key });
    expect(json.secret_key).not.toBe('demo_secret_key');
  });

  it.each([[{}], [{ what: 'everything' }], [{ what: 'test', force: true }]])(
    '%o is refused',
    async (body) => {
      const sandbox = await freshSandbox();
      expect((await sandbox.control('accounts/demo/renew', body)).status).toBe(400);
      expect(await callWith(sandbox, 'demo_test_token')).toBe(200);
    },
  );
});
