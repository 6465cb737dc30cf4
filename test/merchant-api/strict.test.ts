import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import {
  endpoints,
  expectCodeless,
  expectRefusal,
  goodFields,
  loggedRequest,
} from '../support/merchant-api.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const path = '/api/v1/transaction/walletA/verify';
const fields = rightFields['walletA/verify'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const strict = () => sandbox.control('settings', { strict: true }, 'PATCH');
const overHttps = (headers = {}) =>
  sandbox.fetch(`https://localhost:4700${path}`, merchantCall(fields, { headers }));

describe('The service accepts requests only over a secure HTTPS connection', () => {
  it.each(endpoints)('Plain HTTP is accepted with a lint note, and 403 with strict: %s', async (endpoint) => {
    const right = await goodFields(sandbox, endpoint);
    await strict();
    expectCodeless(await sandbox.call(endpoint, right), 403);
    await sandbox.control('settings', { strict: false }, 'PATCH');
    const answer = await sandbox.call(endpoint, right);
    expect(answer.status).toBe(200);
    expect((await loggedRequest(sandbox, answer)).lint).toContain('the live service accepts HTTPS only');
  });

  it('HTTPS is accepted in both cases, without the note', async () => {
    const answer = await overHttps();
    expect(answer.status).toBe(200);
    expect((await loggedRequest(sandbox, answer)).lint).toEqual([]);
    await strict();
    expect((await overHttps()).status).toBe(200);
  });
});

describe('The source address', () => {
  const whitelist = () =>
    sandbox.control('accounts/demo', { ip_whitelist: { enabled: true, entries: ['203.0.113.7'] } }, 'PATCH');

  it('X-Sandbox-Client-IP rehearses another one, and strict ignores it', async () => {
    await whitelist();
    const headers = { 'X-Sandbox-Client-IP': '203.0.113.7' };
    expect((await overHttps(headers)).status).toBe(200);
    await strict();
    expectRefusal(await overHttps(headers), 'FORBIDDEN_IP_ADDRESS');
  });

  it('X-Sandbox-Client-IP that is no address is ignored', async () => {
    await whitelist();
    for (const address of ['', '203.0.113.7, 1.1.1.1', '203.0.113.0/24', 'x']) {
      expectRefusal(await overHttps({ 'X-Sandbox-Client-IP': address }), 'FORBIDDEN_IP_ADDRESS');
    }
  });

  it('X-Forwarded-For counts with --trust-proxy', async () => {
    const behindProxy = await freshSandbox({ trustProxy: true });
    const change = { ip_whitelist: { enabled: true, entries: ['203.0.113.7'] } };
    await behindProxy.control('accounts/demo', change, 'PATCH');
    const call = (headers: Record<string, string>) => behindProxy.call('walletA/verify', fields, { headers });
    expect((await call({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(200);
    expect((await call({ 'X-Forwarded-For': '10.0.0.1, 203.0.113.7' })).status).toBe(200);
    expectRefusal(await call({ 'X-Forwarded-For': '198.51.100.1' }), 'FORBIDDEN_IP_ADDRESS');
    expectRefusal(await call({}), 'FORBIDDEN_IP_ADDRESS');
    await behindProxy.stop();
  });
});
