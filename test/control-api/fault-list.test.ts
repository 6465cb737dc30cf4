import { describe, expect, it } from 'vitest';
import { answeredAfter } from '../support/answered-after.ts';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal, loggedRequest } from '../support/merchant-api.ts';
import { rightFields, type TestOptions, type TestSandbox } from '../support/sandbox.ts';

const effect = { code: 'BACKEND_ERROR' };
const right = rightFields['walletA/verify'];
const verify = (sandbox: TestSandbox, headers = {}) => sandbox.call('walletA/verify', right, { headers });

describe('GET faults and DELETE faults/:id', () => {
  const three = async () => {
    const sandbox = await freshSandbox();
    for (const gateway of ['walletA', 'walletB', 'cardgw']) {
      await sandbox.control('faults', { match: { gateway }, effect });
    }
    return sandbox;
  };
  const ids = (json: { data: { id: string }[] }) => json.data.map(({ id }) => id);

  it('Newest first, a page at a time', async () => {
    const sandbox = await three();
    expect(ids((await sandbox.control('faults')).json)).toEqual(['3', '2', '1']);
    const first = (await sandbox.control('faults?limit=2')).json;
    expect([ids(first), first.next]).toEqual([['3', '2'], '2']);
    const second = (await sandbox.control(`faults?limit=2&cursor=${first.next}`)).json;
    expect([ids(second), second.next]).toEqual([['1'], null]);
  });

  it('One is removed, the others stay', async () => {
    const sandbox = await three();
    expect((await sandbox.control('faults/2', undefined, 'DELETE')).json).toEqual({ removed: true });
    expect(ids((await sandbox.control('faults')).json)).toEqual(['3', '1']);
    expectRefusal(await verify(sandbox), 'BACKEND_ERROR');
    const other = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect(other.status).toBe(200);
  });

  it.each(['4', '0', '-1', 'x', '1e9', '99999999999999999999'])('%s is not there: 404', async (id) => {
    const sandbox = await three();
    expect(await sandbox.control(`faults/${id}`, undefined, 'DELETE')).toMatchObject({
      status: 404,
      json: { error: { code: 'NOT_FOUND' } },
    });
    expect(ids((await sandbox.control('faults')).json)).toEqual(['3', '2', '1']);
  });

  it('An id is not given twice', async () => {
    const sandbox = await three();
    await sandbox.control('faults', undefined, 'DELETE');
    expect((await sandbox.control('faults', { effect })).json.id).toBe('4');
  });
});

describe('One call can ask for a fault by itself', () => {
  const strict: TestOptions = { settings: { strict: true } };
  const overHttps = (sandbox: TestSandbox, headers: Record<string, string>) =>
    sandbox.fetch('https://localhost:4700/api/v1/transaction/walletA/verify', {
      method: 'POST',
      headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key', ...headers },
      body: new URLSearchParams(right),
    });

  it.each(['BACKEND_ERROR', 'TOO_MAY_REQUESTS', 'INSUFFICIENT_BALANCE'] as const)(
    'X-Sandbox-Fault: %s is marked like another, and the next call is not hit',
    async (code) => {
      const sandbox = await freshSandbox();
      const answer = await verify(sandbox, { 'X-Sandbox-Fault': code });
      expectRefusal(answer, code);
      expect(answer.headers.get('x-sandbox-fault')).toBe(`header ${code}`);
      expect((await loggedRequest(sandbox, answer)).fault).toBe(`header ${code}`);
      expect((await sandbox.control('events?after=0')).json.data).toMatchObject([
        { type: 'fault.fired', account: 'demo', mobile_number: '0912345678', effect: { code } },
      ]);
      expect((await verify(sandbox)).headers.get('x-sandbox-fault')).toBeNull();
    },
  );

  it('X-Sandbox-Delay: the usual answer, late', async () => {
    const sandbox = await freshSandbox();
    const answer = await answeredAfter(99, () => verify(sandbox, { 'X-Sandbox-Delay': '100ms' }));
    expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, 'header 100ms']);
    expect((await sandbox.control('otps')).json.data).toHaveLength(1);
  });

  it('What a header asks for leaves the armed ones as they are', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('faults', { effect });
    expectRefusal(await verify(sandbox, { 'X-Sandbox-Fault': 'MAINTENANCE_MODE' }), 'MAINTENANCE_MODE');
    expect((await sandbox.control('faults')).json.data[0].fired).toBe(0);
    expectRefusal(await verify(sandbox), 'BACKEND_ERROR');
  });

  it.each(['backend_error', 'NO_SUCH_CODE', '', 'BACKEND_ERROR, BACKEND_ERROR', 'toString'])(
    'X-Sandbox-Fault: %j names no code: the request goes on, and the log says why',
    async (code) => {
      const sandbox = await freshSandbox();
      const answer = await verify(sandbox, { 'X-Sandbox-Fault': code });
      expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
      const { lint } = await loggedRequest(sandbox, answer);
      expect(lint).toContain('X-Sandbox-Fault names no error code that is known');
    },
  );

  it.each(['soon', '-1s', '11m', '', '2 s'])(
    'X-Sandbox-Delay: %j is no duration: the request goes on, and the log says why',
    async (delay) => {
      const sandbox = await freshSandbox();
      const answer = await verify(sandbox, { 'X-Sandbox-Delay': delay });
      expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
      const { lint } = await loggedRequest(sandbox, answer);
      expect(lint).toContain('X-Sandbox-Delay is not a duration of at most 10m');
    },
  );

  it('Nothing is learned without credentials: the header of a stranger does nothing', async () => {
    const sandbox = await freshSandbox();
    const headers = { 'X-Sandbox-Fault': 'BACKEND_ERROR' };
    expectRefusal(await sandbox.call('walletA/verify', right, { token: 'nobody', headers }), 'UNAUTHORIZED');
  });

  it('--strict ignores both, but not what is armed', async () => {
    const sandbox = await freshSandbox(strict);
    for (const headers of [{ 'X-Sandbox-Fault': 'BACKEND_ERROR' }, { 'X-Sandbox-Delay': '10m' }]) {
      const answer = await overHttps(sandbox, headers);
      expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
    }
    await sandbox.control('faults', { effect });
    expectRefusal(await overHttps(sandbox, {}), 'BACKEND_ERROR');
  });
});

describe('1,000 faults', () => {
  const fill = async (times: number | 'always') => {
    const sandbox = await freshSandbox();
    const fault = { match: { gateway: 'walletB' }, effect, times };
    await sandbox.runtime.store.commit(() => {
      for (let index = 0; index < 999; index += 1)
        sandbox.runtime.store.faults.insert({
          match: { gateway: 'walletB' },
          effect: { code: 'BACKEND_ERROR' },
          times: 1,
          timesLeft: times === 'always' ? 1 : 0,
          probability: null,
          seed: 1,
          seen: 0,
          fired: 0,
          createdAt: index,
        });
    });
    expect((await sandbox.control('faults', fault)).status).toBe(201);
    return { sandbox, add: () => sandbox.control('faults', fault) };
  };

  it('all active: one more is refused, until one is removed', async () => {
    const { sandbox, add } = await fill('always');
    expect(await add()).toMatchObject({
      status: 409,
      json: {
        error: {
          code: 'TOO_MANY_FAULTS',
          message: 'There are 1,000 active faults already, and no more can be added. Remove some first.',
        },
      },
    });
    await sandbox.control('faults/1', undefined, 'DELETE');
    expect((await add()).status).toBe(201);
  });

  it('some of them used up: a new one takes the place of the oldest of those', async () => {
    const { sandbox, add } = await fill(1);
    expect((await add()).status).toBe(201);
    expect((await sandbox.control('faults/1', undefined, 'DELETE')).status).toBe(404);
    expect((await sandbox.control('faults/2', undefined, 'DELETE')).status).toBe(200);
    expect(sandbox.runtime.store.faults.count()).toBe(999);
  });
});
