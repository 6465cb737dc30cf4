import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

describe('POST faults: {past_timeout}', () => {
  it.each([
    ['10s', 11_000],
    ['20s', 21_000],
    ['30s', 31_000],
    ['60s', 61_000],
  ])('a client that gives up after %s is answered after %d ms', async (timeout, delay) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('faults', { effect: { past_timeout: timeout } });
    expect([status, json.effect]).toEqual([201, { delay }]);
  });

  it.each(['15s', '10', 10_000, '', null])('%j is refused: no client is known for it', async (timeout) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('faults', { effect: { past_timeout: timeout } });
    expect([status, json.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.error.message).toContain('effect');
  });
});

describe('TOO_MAY_REQUESTS, as a fault', () => {
  it('carries Retry-After, as the real one does', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('faults', { effect: { code: 'TOO_MAY_REQUESTS' } });
    const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  });
});

describe('The faults of one account', () => {
  it('are listed and removed apart from the others’', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other' });
    for (const account of ['demo', 'other', undefined])
      await sandbox.control('faults', { effect: { code: 'BACKEND_ERROR' }, match: { account } });
    const matches = async (query = '') =>
      (await sandbox.control(`faults${query}`)).json.data.map((each: { match: object }) => each.match);
    expect(await matches('?account=other')).toEqual([{ account: 'other' }]);
    await sandbox.control('faults?account=demo', undefined, 'DELETE');
    expect(await matches()).toEqual([{}, { account: 'other' }]);
  });
});

describe('The journal', () => {
  it('has events for adding and removing a fault', async () => {
    const sandbox = await freshSandbox();
    const match = { account: 'demo' };
    for (const effect of [{ code: 'BACKEND_ERROR' }, { hang: true }])
      await sandbox.control('faults', { effect, match });
    await sandbox.control('faults/1', undefined, 'DELETE');
    await sandbox.control('faults', undefined, 'DELETE');
    const { data } = (await sandbox.control('events?type=fault.armed,fault.removed')).json;
    const told = (event: { type: string; account: string; fault_id: string }) => [
      event.type,
      event.account,
      event.fault_id,
    ];
    expect(data.map(told)).toEqual([
      ['fault.armed', 'demo', '1'],
      ['fault.armed', 'demo', '2'],
      ['fault.removed', 'demo', '1'],
      ['fault.removed', 'demo', '2'],
    ]);
  });
});

describe('A query', () => {
  it.each([
    ['otps?mobil_number=0912345678', 'mobil_number: is unknown in this query. Did you mean "mobile_number"?'],
    ['transactions?state=completed', 'state: is unknown in this query. Did you mean "status"?'],
    ['transactions?status=complete', 'status: '],
    ['callbacks?status=sent', 'status: '],
    ['requests?code=NOPE', 'code: '],
    ['transactions?gateway=walletC', 'gateway: must be one of walletA, walletB,'],
    [
      'events?type=transaction.complete',
      'type: no event type is "transaction.complete". Did you mean "transaction.completed"?',
    ],
  ])('%s can match nothing: 400 that names it', async (path, message) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control(path);
    expect([status, json.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.error.message).toContain(message);
  });
});
