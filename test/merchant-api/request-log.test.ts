import { beforeEach, describe, expect, it } from 'vitest';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { freshSandbox } from '../support/fresh.ts';
import { loggedRequest, verified } from '../support/merchant-api.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

async function rows() {
  return (await sandbox.control('requests')).json.data;
}

describe('All requests, successful or failed, are logged', () => {
  it('With fields, answer, duration and account', async () => {
    const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect(await loggedRequest(sandbox, answer)).toEqual({
      id: '1',
      at: '2026-01-15T12:00:00.000Z',
      account: 'demo',
      mode: 'test',
      gateway: 'walletA',
      action: 'verify',
      method: 'POST',
      path: '/api/v1/transaction/walletA/verify',
      remote_address: '127.0.0.1',
      headers: {
        authorization: expect.any(String),
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'x-api-key': expect.any(String),
      },
      body: 'mobile_number=0912345678&birth_year=1990&amount=10.00',
      status: 200,
      code: null,
      answer: answer.json,
      fault: null,
      note: null,
      duration_ms: expect.any(Number),
      transaction_id: null,
      process_id: '1000000000001',
      trace: expect.any(Array),
      lint: ['the live service accepts HTTPS only'],
      assumptions: ['transport.http', 'otp.length', 'otp.lifetime', 'process-id.form', 'verify.message'],
    });
  });

  it('Also those that nobody can be told from: wrong keys, unknown paths, wrong methods, too large ones', async () => {
    const post = merchantCall({});
    await sandbox.call('walletA/verify', {}, { token: 'nobody' });
    await sandbox.fetch('/api/v2/transaction/walletA/verify?a=b', post);
    await sandbox.fetch('/api', post);
    await sandbox.call('walletA/verify', {}, { method: 'GET' });
    await sandbox.call('walletA/verify', {}, { body: 'x'.repeat(65_537) });
    const logged = (await rows()).map(({ method, path, status, code, account }: Record<string, unknown>) => [
      method,
      path,
      status,
      code,
      account,
    ]);
    expect(logged).toEqual([
      ['POST', '/api/v1/transaction/walletA/verify', 413, null, null],
      ['GET', '/api/v1/transaction/walletA/verify', 405, null, null],
      ['POST', '/api', 404, null, null],
      ['POST', '/api/v2/transaction/walletA/verify?a=b', 404, null, null],
      ['POST', '/api/v1/transaction/walletA/verify', 401, 'UNAUTHORIZED', null],
    ]);
  });

  it('Each answer names its row in X-Sandbox-Request-Id', async () => {
    for (const id of ['1', '2', '3']) {
      const answer = await sandbox.call('walletA/verify', {});
      expect(answer.headers.get('x-sandbox-request-id')).toBe(id);
    }
  });

  it('A confirm is logged with its transaction', async () => {
    const answer = await sandbox.call('walletB/confirm', await verified(sandbox, 'walletB'));
    expect(await loggedRequest(sandbox, answer)).toMatchObject({
      transaction_id: '100001',
      process_id: '1000000000001',
      action: 'confirm',
    });
  });

  it('What its row has already is not stored again in the trace, and reads as what came', async () => {
    const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const { trace } = await loggedRequest(sandbox, answer);
    const stored = sandboxConnection(sandbox).prepare<[], string>('SELECT trace FROM requests').pluck();
    expect(stored.get()?.length).toBeLessThan(180);
    expect(trace.map(({ got }) => got)).toEqual([
      expect.stringMatching(/^\d+ bytes$/),
      '/api/v1/transaction/walletA/verify',
      'POST',
      'HTTP',
      expect.stringMatching(/^demo, test token /),
      '127.0.0.1',
      ...['no limit', 'off', 'allowed', 'configured', 'test'],
      expect.stringMatching(/^application\/x-www-form-urlencoded/),
      ...['none', expect.stringContaining('amount'), '10.00', 'LYD'],
    ]);
  });

  it('A trace that an earlier version has written, whole, reads as before', async () => {
    const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const { trace } = await loggedRequest(sandbox, answer);
    const whole = JSON.stringify({ got: trace.map(({ got }) => got) });
    sandboxConnection(sandbox).prepare('UPDATE requests SET trace = ?').run(whole);
    expect((await loggedRequest(sandbox, answer)).trace).toEqual(trace);
  });

  it('Extra fields are ignored and logged', async () => {
    const answer = await sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], colour: 'red' });
    expect(answer.status).toBe(200);
    expect((await loggedRequest(sandbox, answer)).body).toContain('colour=red');
  });

  it('Can be listed by account, gateway and code', async () => {
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    await sandbox.call('walletB/verify', {}, { token: other.access_tokens.test, apiKey: other.api_key });
    await sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], amount: '0' });
    const ids = async (query: string) =>
      (await sandbox.control(`requests?${query}`)).json.data.map(({ id }: { id: string }) => id);
    expect(await ids('account=other')).toEqual(['1']);
    expect(await ids('gateway=walletA')).toEqual(['2']);
    expect(await ids('code=AMOUNT_NOT_ALLOWED')).toEqual(['2']);
    expect(await ids('code=INVALID_INPUTS')).toEqual(['1']);
    expect(await ids('')).toEqual(['2', '1']);
  });
});

describe('Secrets are masked', () => {
  it('Neither the log nor the trace holds a whole token or key', async () => {
    await sandbox.call('walletA/verify', rightFields['walletA/verify'], {
      headers: { Cookie: 'session=topsecret' },
    });
    await sandbox.call('walletA/verify', {}, { token: 'demo_live_token', apiKey: 'demo_secret_key' });
    const text = JSON.stringify([await rows(), (await sandbox.control('requests/1')).json]);
    for (const secret of [
      'demo_test_token',
      'demo_live_token',
      'demo_api_key',
      'demo_secret_key',
      'topsecret',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect((await rows())[1].headers).toMatchObject({
      authorization: 'Bear****en',
      'x-api-key': 'demo****ey',
    });
  });

  it.each(['x', '12345678', 'Bearer x'])('A short one is hidden whole: %s', async (secret) => {
    const headers = { Authorization: secret, 'X-API-KEY': secret };
    await sandbox.fetch('/api/v1/transaction/walletA/verify', { method: 'POST', headers });
    expect((await rows())[0].headers).toMatchObject({ authorization: '****', 'x-api-key': '****' });
  });
});

describe('Bodies carry nothing beyond the documented members: hints go to X-Sandbox-* headers', () => {
  it('X-Sandbox-Assumption names the assumptions that the answer rests on', async () => {
    const answer = await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    expect(Object.keys(answer.json)).toEqual(['status', 'result']);
    expect(answer.headers.get('x-sandbox-assumption')).toBe(
      'transport.http, invoice.used, checkout.lifetime',
    );
  });

  it.each([
    ['walletA/verify', { ...rightFields['walletA/verify'], amount: '0' }, 'statuses'],
    ['walletA/verify', { ...rightFields['walletA/verify'], birth_year: '90' }, 'statuses, error.fields'],
    [
      'walletA/verify',
      { ...rightFields['walletA/verify'], mobile_number: '912345678' },
      'mobile.lenient, statuses, error.fields',
    ],
    [
      'cardgw/confirm',
      { ...rightFields['cardgw/confirm'], invoice_no: 'INV 1' },
      'invoice.alphabet, invoice.used, checkout.lifetime',
    ],
  ])('%s with %j rested on %s', async (path, fields, names) => {
    const answer = await sandbox.call(path, fields);
    expect(answer.headers.get('x-sandbox-assumption')).toBe(`transport.http, ${names}`);
  });

  it('An answer that rested on none has no such header', async () => {
    const path = '/api/v1/transaction/cardgw/confirm';
    const answer = await sandbox.fetch(
      `https://localhost:4700${path}`,
      merchantCall({}, { token: 'nobody' }),
    );
    expect(answer.headers.get('x-sandbox-assumption')).toBeNull();
  });
});
