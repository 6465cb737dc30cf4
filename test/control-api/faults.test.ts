import { describe, expect, it } from 'vitest';
import { errorTable } from '../../src/protocol/errors.ts';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal, loggedRequest } from '../support/merchant-api.ts';
import { type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

// `Object.keys` returns `string[]`.
const errorCodes = Object.keys(errorTable) as (keyof typeof errorTable)[];
const right = rightFields['walletA/verify'];
const verify = (sandbox: TestSandbox, fields: Fields = right) => sandbox.call('walletA/verify', fields);

async function arm(sandbox: TestSandbox, fault: Readonly<Record<string, unknown>>) {
  const { status, json, text } = await sandbox.control('faults', fault);
  if (status !== 201) throw new Error(text);
  return json;
}

async function statusesOf(sandbox: TestSandbox, calls: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) statuses.push((await verify(sandbox)).status);
  return statuses;
}

const firedOf = async (sandbox: TestSandbox) =>
  (await sandbox.control('events?after=0&type=fault.fired')).json.data;

describe('POST faults: {code}', () => {
  it.each(errorCodes)('%s in its real envelope, and nothing is carried out', async (code) => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code } });
    expectRefusal(await verify(sandbox), code);
    expect((await sandbox.control('otps')).json.data).toEqual([]);
    expect((await verify(sandbox)).status).toBe(200);
  });

  it('With the status that the settings give the code', async () => {
    const sandbox = await freshSandbox({ settings: { statuses: { BACKEND_ERROR: 418 } } });
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' } });
    const { status, json } = await verify(sandbox);
    expect([status, json.error.status, json.error.code]).toEqual([418, 418, 'BACKEND_ERROR']);
  });
});

describe('POST faults: {http_status, body}', () => {
  it.each([
    ['json', 'application/json', '{"message":"Fault with status 503"}'],
    ['html', 'text/html; charset=utf-8', '<!doctype html><title>503</title><h1>503</h1>'],
    ['empty', 'text/plain', ''],
  ])('%s', async (body, type, text) => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { http_status: 503, body } });
    const answer = await verify(sandbox);
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([503, type, text]);
    expect((await sandbox.control('otps')).json.data).toEqual([]);
    expect(await loggedRequest(sandbox, answer)).toMatchObject({ status: 503, code: null });
  });

  it('JSON by default', async () => {
    const sandbox = await freshSandbox();
    expect((await arm(sandbox, { effect: { http_status: 500 } })).effect).toEqual({
      http_status: 500,
      body: 'json',
    });
  });

  it.each([200, 204, 302, 304, 400, 500, 502, 504, 599])('Any status: %d', async (status) => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { http_status: status, body: 'empty' } });
    const answer = await verify(sandbox);
    expect([answer.status, answer.text]).toEqual([status, '']);
  });
});

describe('What fired is marked', () => {
  it('in X-Sandbox-Fault, in the log and in the journal', async () => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' } });
    const answer = await verify(sandbox);
    expect(answer.headers.get('x-sandbox-fault')).toBe('fault 1');
    const { fault, trace } = await loggedRequest(sandbox, answer);
    expect(fault).toBe('fault 1');
    expect(trace.at(-1)).toMatchObject({ check: 'fault', passed: false });
    expect(await firedOf(sandbox)).toEqual([
      {
        id: expect.any(String),
        type: 'fault.fired',
        at: '2026-01-15T12:00:00.000Z',
        account: 'demo',
        mobile_number: '0912345678',
        fault_id: '1',
        effect: { code: 'BACKEND_ERROR' },
      },
    ]);
  });

  it('and nothing is, where nothing is armed', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('faults')).json).toEqual({ data: [], next: null });
    const answer = await verify(sandbox);
    expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
    expect((await loggedRequest(sandbox, answer)).fault).toBeNull();
    expect(await firedOf(sandbox)).toEqual([]);
  });
});

describe('times', () => {
  it('1 by default', async () => {
    const sandbox = await freshSandbox();
    const fault = await arm(sandbox, { effect: { code: 'BACKEND_ERROR' } });
    expect(fault).toEqual({
      id: '1',
      match: {},
      effect: { code: 'BACKEND_ERROR' },
      times: 1,
      left: 1,
      probability: null,
      seed: 1,
      fired: 0,
      created_at: '2026-01-15T12:00:00.000Z',
    });
    expect(await statusesOf(sandbox, 3)).toEqual([400, 200, 200]);
    expect((await sandbox.control('faults')).json.data).toEqual([{ ...fault, left: 0, fired: 1 }]);
  });

  it('exactly as many when many clients call at once', async () => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' }, times: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(sandbox)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
    expect((await sandbox.control('faults')).json.data[0]).toMatchObject({ times: 3, left: 0, fired: 3 });
  });

  it('always', async () => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' }, times: 'always' });
    expect(await statusesOf(sandbox, 5)).toEqual([400, 400, 400, 400, 400]);
    const [fault] = (await sandbox.control('faults')).json.data;
    expect(fault).toMatchObject({ times: 'always', left: 'always', fired: 5 });
  });

  it('The oldest that matches fires first, one for each request', async () => {
    const sandbox = await freshSandbox();
    for (const status of [501, 502, 503]) await arm(sandbox, { effect: { http_status: status } });
    expect(await statusesOf(sandbox, 4)).toEqual([501, 502, 503, 200]);
  });
});

describe('probability and seed', () => {
  const sequence = async (seed: number, probability = 0.5) => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' }, times: 'always', probability, seed });
    return statusesOf(sandbox, 40);
  };

  it('The same seed gives the same failures in every run, another one others', async () => {
    const first = await sequence(7);
    expect(await sequence(7)).toEqual(first);
    expect(await sequence(8)).not.toEqual(first);
  });

  it('So many of all requests fail: none of the chances is stuck', async () => {
    const failed = (await sequence(1, 0.5)).filter((status) => status === 400).length;
    expect(failed).toBeGreaterThan(10);
    expect(failed).toBeLessThan(30);
    expect(new Set(await sequence(1, 1))).toEqual(new Set([400]));
    expect(new Set(await sequence(1, 1e-12))).toEqual(new Set([200]));
  });

  it('times counts what failed, not what was asked', async () => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' }, times: 2, probability: 0.5, seed: 7 });
    const statuses = await statusesOf(sandbox, 40);
    expect(statuses.filter((status) => status === 400)).toHaveLength(2);
  });

  it('A fault whose chance does not come up lets the next one have its own', async () => {
    const sandbox = await freshSandbox();
    await arm(sandbox, { effect: { code: 'BACKEND_ERROR' }, probability: 1e-12 });
    await arm(sandbox, { effect: { code: 'MAINTENANCE_MODE' } });
    expectRefusal(await verify(sandbox), 'MAINTENANCE_MODE');
  });
});
