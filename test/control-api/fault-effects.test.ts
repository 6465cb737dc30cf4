import { describe, expect, it } from 'vitest';
import { answeredAfter } from '../support/answered-after.ts';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal, loggedRequest } from '../support/merchant-api.ts';
import { countedIds, merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const path = '/api/v1/transaction/walletA/verify';
const right = rightFields['walletA/verify'];
const refusal = { code: 'BACKEND_ERROR' };
const verify = (sandbox: TestSandbox) => sandbox.call('walletA/verify', right);
const sentCodes = async (sandbox: TestSandbox) => (await sandbox.control('otps')).json.data.length;

async function armed(effect: unknown, more = {}): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  const { status, text } = await sandbox.control('faults', { effect, ...more });
  if (status !== 201) throw new Error(text);
  return sandbox;
}

const newestRow = async (sandbox: TestSandbox) => (await sandbox.control('requests?limit=1')).json.data[0];

describe('POST faults: {delay}', () => {
  it('The answer is the usual one, late by real time, while the clock stands', async () => {
    const sandbox = await armed({ delay: '100ms' });
    const answer = await answeredAfter(99, () => verify(sandbox));
    expect(answer.json).toMatchObject({ status: 200, result: { process_id: 1_000_000_000_001 } });
    expect(answer.headers.get('x-sandbox-fault')).toBe('fault 1');
    expect(await sentCodes(sandbox)).toBe(1);
  });

  it('The request is carried out before the wait, and others are not held up', async () => {
    const sandbox = await armed({ delay: '300ms' });
    let isAnswered = false;
    const late = verify(sandbox).then((answer) => {
      isAnswered = true;
      return answer;
    });
    const { json } = await sandbox.control('otps/latest?mobile_number=0912345678&wait=10s');
    expect([json.code, isAnswered]).toEqual(['123456', false]);
    const other = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect([other.status, isAnswered]).toEqual([200, false]);
    expect((await late).status).toBe(200);
  });

  it.each([
    ['100ms', 100],
    [100, 100],
    ['0.1s', 100],
    ['61s', 61_000],
    ['10m', 600_000],
  ])('%j is one of %d ms', async (delay, ms) => {
    const sandbox = await armed({ delay });
    expect((await sandbox.control('faults')).json.data[0].effect).toEqual({ delay: ms });
  });

  it('A refusal comes late too', async () => {
    const sandbox = await armed({ delay: '50ms' });
    const answer = await answeredAfter(49, () => sandbox.call('walletA/verify', { ...right, amount: '0' }));
    expectRefusal(answer, 'AMOUNT_NOT_ALLOWED');
  });
});

describe.each(['hang', 'reset'])('POST faults: {%s} over a socket', (kind) => {
  /** Sends a call, leaves once it is in the log, and returns how it ended. */
  async function call(sandbox: TestSandbox, url: string): Promise<string> {
    const gone = new AbortController();
    const request = fetch(url + path, { ...merchantCall(right), signal: gone.signal }).then(
      ({ status }) => `answered ${status}`,
      (error) => error.cause?.code ?? error.name,
    );
    if (kind === 'reset') return request;
    await sandbox.control('events?after=0&type=fault.fired&wait=10s');
    const early = await Promise.race([request, sandbox.control('gateways').then(() => 'no answer')]);
    gone.abort();
    return early === 'no answer' ? request : early;
  }

  it.each([
    [false, 0],
    [true, 1],
  ])('with after %j the code is sent %d times', async (after, codes) => {
    const sandbox = await armed({ [kind]: true, after });
    const url = await sandbox.listen();
    expect(await call(sandbox, url)).toBe(kind === 'hang' ? 'AbortError' : 'ECONNRESET');
    expect(await sentCodes(sandbox)).toBe(codes);
    expect(await newestRow(sandbox)).toMatchObject({ fault: 'fault 1', status: after ? 200 : 0 });
    expect((await fetch(url + path, merchantCall(right))).status).toBe(200);
  });

  it('without after is not carried out', async () => {
    const sandbox = await armed({ [kind]: true });
    await call(sandbox, await sandbox.listen());
    expect(await sentCodes(sandbox)).toBe(0);
  });
});

describe('Which requests a fault is used up by', () => {
  it.each([
    [
      'without keys',
      (sandbox: TestSandbox) => sandbox.call('walletA/verify', right, { token: 'nobody' }),
      401,
    ],
    ['on an unknown path', (sandbox: TestSandbox) => sandbox.call('walletC/verify', right), 404],
    ['by GET', (sandbox: TestSandbox) => sandbox.call('walletA/verify', right, { method: 'GET' }), 405],
    ['that is no form', (sandbox: TestSandbox) => sandbox.call('walletA/verify', {}, { body: 'x' }), 422],
  ])('Not by one %s', async (_what, call, status) => {
    const sandbox = await armed(refusal);
    expect((await call(sandbox)).status).toBe(status);
    expectRefusal(await verify(sandbox), 'BACKEND_ERROR');
  });

  it('Not by one that failed unexpectedly and was rolled back', async () => {
    const ids = countedIds();
    let fails = true;
    const processId = () => {
      if (fails) throw new Error('no more ids');
      return ids.processId();
    };
    const sandbox = await freshSandbox({ ids: { ...ids, processId }, reportInternalError: () => undefined });
    await sandbox.control('faults', { effect: { delay: '1ms' } });
    const answer = await verify(sandbox);
    expectRefusal(answer, 'BACKEND_ERROR');
    expect(answer.headers.get('x-sandbox-fault')).toBeNull();
    expect((await loggedRequest(sandbox, answer)).fault).toBeNull();
    expect((await sandbox.control('faults')).json.data[0]).toMatchObject({ left: 1, fired: 0 });
    expect((await sandbox.control('events?after=0&type=fault.fired')).json.data).toEqual([]);
    fails = false;
    expect((await verify(sandbox)).headers.get('x-sandbox-fault')).toBe('fault 1');
  });

  it('By one whose fields are wrong: faults come before them', async () => {
    const sandbox = await armed(refusal);
    expectRefusal(await sandbox.call('walletA/verify', {}), 'BACKEND_ERROR');
    expect((await verify(sandbox)).status).toBe(200);
  });
});

describe('Everything else goes on', () => {
  it.each([refusal, { http_status: 503 }, { reset: true }])(
    'The control API and the pages are never faulted: %j',
    async (effect) => {
      const sandbox = await freshSandbox();
      await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
      await sandbox.control('faults', { effect, times: 'always' });
      const url = await sandbox.listen();
      const header = { headers: { 'X-Sandbox-Fault': 'BACKEND_ERROR' } };
      for (const page of [
        '/_sandbox/health',
        '/_sandbox/api/otps',
        '/_sandbox/',
        '/checkout?token=token-1',
      ]) {
        const answer = await fetch(url + page, header);
        expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
      }
      expect((await sandbox.control('checkouts/token-1/approve', { order: 'return-only' })).status).toBe(200);
      expect((await sandbox.control('faults')).json.data[0].fired).toBe(0);
    },
  );

  it('Reset drops them, and so does DELETE', async () => {
    for (const [way, method] of [
      ['reset', 'POST'],
      ['faults', 'DELETE'],
      ['faults/1', 'DELETE'],
    ] as const) {
      const sandbox = await armed(refusal, { times: 'always' });
      expectRefusal(await verify(sandbox), 'BACKEND_ERROR');
      expect((await sandbox.control(way, undefined, method)).status).toBe(200);
      expect((await verify(sandbox)).status).toBe(200);
      expect((await sandbox.control('faults')).json.data).toEqual([]);
    }
  });
});
