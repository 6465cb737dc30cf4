import { describe, expect, it } from 'vitest';
import { decided, startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const lists = ['accounts', 'otps', 'transactions', 'checkouts', 'callbacks', 'requests', 'settings'];

describe('The clock', () => {
  it('stands where it is frozen, moves when it is advanced, and goes on from there', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const frozen = await sandbox.control('clock/freeze', { at: '2030-01-01T00:00:00Z' });
    expect(frozen.json).toMatchObject({ now: '2030-01-01T00:00:00.000Z', frozen: true });
    for (const [by, now] of [
      ['10m', '2030-01-01T00:10:00.000Z'],
      ['90s', '2030-01-01T00:11:30.000Z'],
      ['250ms', '2030-01-01T00:11:30.250Z'],
      [750, '2030-01-01T00:11:31.000Z'],
      ['1h', '2030-01-01T01:11:31.000Z'],
      ['1d', '2030-01-02T01:11:31.000Z'],
      [0, '2030-01-02T01:11:31.000Z'],
    ]) {
      const { status, json } = await sandbox.control('clock/advance', { by });
      expect([status, json.now]).toEqual([200, now]);
    }
    const { json } = await sandbox.control('clock/resume', {});
    expect(json.frozen).toBe(false);
    expect(json.now.slice(0, 16)).toBe('2030-01-02T01:11');
  });

  it('frozen without a time stands at now; resumed when it runs stays as it is', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const { now } = (await sandbox.control('clock/freeze', {})).json;
    expect((await sandbox.control('clock')).json.now).toBe(now);
    await sandbox.control('clock/resume', {});
    await sandbox.control('clock/resume', {});
    expect((await sandbox.control('clock')).json.frozen).toBe(false);
  });

  it('When an advance answers, everything that was due has been done, and is logged after it', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await sandbox.control('clock/advance', { by: '1d' });
    const { data } = (await sandbox.control('events')).json;
    const [, , move, ...effects] = data.map(({ type }: { type: string }) => type);
    expect(move).toBe('clock.moved');
    expect(effects).toEqual(expect.arrayContaining(['otp.expired', 'transaction.expired']));
  });

  it.each([
    ['advance', { by: -1 }, 'by'],
    ['advance', { by: '-1s' }, 'by'],
    ['advance', { by: 'soon' }, 'by'],
    ['advance', { by: '10 m' }, 'by'],
    ['advance', { by: '1e9' }, 'by'],
    ['advance', { by: 1e300 }, 'by'],
    ['advance', { by: null }, 'by'],
    ['advance', {}, 'by'],
    ['advance', { by: '1s', and: 1 }, 'and'],
    ['freeze', { at: 'noon' }, 'at'],
    ['freeze', { at: 5 }, 'at'],
    ['freeze', { at: '2026-02-30T00:00:00Z' }, 'at'],
  ])('%s by %j is refused, and the clock stays', async (what, body, name) => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('clock')).json.now;
    const answer = await sandbox.control(`clock/${what}`, body);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect(answer.json.error.message).toContain(name);
    expect((await sandbox.control('clock')).json.now).toBe(before);
  });
});

describe('Settings', () => {
  it('PATCH merges deeply, counts at once, and answers with the whole', async () => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('settings')).json;
    const { status, json } = await sandbox.control('settings', { otp: { length: { walletA: 8 } } }, 'PATCH');
    expect(status).toBe(200);
    expect(json).toEqual({ ...before, otp: { ...before.otp, length: { walletA: 8, walletB: 4 } } });
    expect((await sandbox.control('settings')).json).toEqual(json);
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect((await sandbox.control('otps')).json.data[0].code).toBe('12345678');
  });

  it('maintenance_mode and rate_limit are switched on and off', async () => {
    const sandbox = await freshSandbox();
    const codeOf = async () =>
      (await sandbox.call('walletA/verify', rightFields['walletA/verify'])).json.error?.code;
    await sandbox.control('settings', { maintenance_mode: true }, 'PATCH');
    expect(await codeOf()).toBe('MAINTENANCE_MODE');
    const limit = { maintenance_mode: false, rate_limit: { requests: 1, period: '1m' } };
    await sandbox.control('settings', limit, 'PATCH');
    expect([await codeOf(), await codeOf()]).toEqual([undefined, 'TOO_MAY_REQUESTS']);
    await sandbox.control('settings', { rate_limit: null }, 'PATCH');
    expect(await codeOf()).toBeUndefined();
  });

  it('a member of statuses or otp.codes goes by null', async () => {
    const settings = { statuses: { BACKEND_ERROR: 420 }, otp: { codes: { '0912345678': '4321' } } };
    const sandbox = await freshSandbox({ settings });
    const patch = { statuses: { BACKEND_ERROR: null }, otp: { codes: { '0912345678': null } } };
    const { json } = await sandbox.control('settings', patch, 'PATCH');
    expect([json.statuses, json.otp.codes]).toEqual([{}, { '*': '123456' }]);
  });

  it.each([
    [{ strict: true, otp: { lifetime: 'soon' } }, 'otp.lifetime'],
    [{ strict: true, otp: { nonsense: 1 } }, '"otp.nonsense"'],
    [{ strict: true, nonsense: 1 }, '"nonsense"'],
    [{ strict: true, callback: { copies: 0 } }, 'callback.copies'],
    [{ strict: true, callback: { order: 'never' } }, 'callback.order'],
    [{ strict: true, otp: null }, 'otp'],
    [{ strict: true, rate_limit: { requests: 1 } }, 'rate_limit.period'],
    [{ strict: true, rate_limit: { requests: -1, period: '1m' } }, 'rate_limit.requests'],
    [{ strict: true, checkout: { lifetime: 0 } }, 'checkout.lifetime'],
    [{ strict: true, statuses: { UNAUTHORIZED: 200 } }, 'statuses.UNAUTHORIZED'],
    [{ strict: true, limits: { maximum_amount: { test: 500 } } }, 'limits.maximum_amount.test'],
    [{ strict: 'yes' }, 'strict'],
    [[], 'body'],
    [null, 'body'],
  ])('%j is refused whole, and the error names %s', async (patch, name) => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('settings')).json;
    const answer = await sandbox.control('settings', patch, 'PATCH');
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect(answer.json.error.message).toContain(name);
    expect((await sandbox.control('settings')).json).toEqual(before);
    expect((await sandbox.control('events')).json.data).toEqual([]);
  });
});

describe('POST reset', () => {
  it('drops everything: what is there then is what a new sandbox has', async () => {
    const fresh = await stateOf(await freshSandbox());
    const sandbox = await freshSandbox();
    await fill(sandbox);
    expect((await sandbox.control('reset', {})).status).toBe(200);
    expect(await stateOf(sandbox)).toEqual(fresh);
    expect((await sandbox.control('clock')).json).toMatchObject({ frozen: false, offset_ms: 0 });
    expect((await sandbox.control('events')).json.data).toMatchObject([{ type: 'reset' }]);
  });

  it('begins to count again: transactions at 100001, all others at 1, and every invoice is free', async () => {
    const sandbox = await freshSandbox();
    await fill(sandbox);
    await sandbox.control('reset', {});
    await fill(sandbox);
    const firstOf = async (list: string) => (await sandbox.control(list)).json.data.at(-1);
    expect((await firstOf('transactions')).transaction_id).toBe('100001');
    for (const list of ['otps', 'callbacks', 'requests']) expect((await firstOf(list)).id).toBe('1');
  });

  it('Twice in a row is the same as once', async () => {
    const sandbox = await freshSandbox();
    await fill(sandbox);
    await sandbox.control('reset', {});
    const once = await stateOf(sandbox);
    await sandbox.control('reset', {});
    expect(await stateOf(sandbox)).toEqual(once);
  });

  it('The keys of the fixtures work again, those of other accounts no more', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'b', api_key: 'key_b', access_tokens: { test: 'test_b' } });
    await sandbox.control('accounts/demo/renew', { what: 'test' });
    await sandbox.control('reset', {});
    const fields = rightFields['walletA/verify'];
    const other = await sandbox.call('walletA/verify', fields, { token: 'test_b', apiKey: 'key_b' });
    expect(other.status).toBe(401);
    expect((await sandbox.call('walletA/verify', fields)).status).toBe(200);
  });

  it('The window of the rate limit starts over', async () => {
    const sandbox = await freshSandbox({ settings: { rate_limit: { requests: 1, period: '1h' } } });
    const verify = async () => (await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status;
    expect([await verify(), await verify()]).toEqual([200, 429]);
    await sandbox.control('reset', {});
    expect([await verify(), await verify()]).toEqual([200, 429]);
  });

  async function fill(sandbox: TestSandbox): Promise<void> {
    const token = await startCheckout(sandbox, 'cardgw');
    await decided(sandbox, token, 'approve', { order: 'return-only' });
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await sandbox.control('accounts', { name: 'Second' });
    await sandbox.control('settings', { strict: true }, 'PATCH');
    await sandbox.control('clock/advance', { by: '1h' });
  }

  async function stateOf(sandbox: TestSandbox): Promise<unknown[]> {
    const answers = await Promise.all(lists.map((list) => sandbox.control(list)));
    return answers.map(({ text }) => text.replace(/"(created_at|cursor)":"[^"]*"/g, ''));
  }
});
