import { describe, expect, it } from 'vitest';
import type { NewFault } from '../../src/client.ts';
import { callAs, startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';

const verifyFields = { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' };
const shop = 'http://127.0.0.1:9';

describe('events.next(…)', () => {
  it('gives the events of a filter one by one, each once, whatever other filters have given', async () => {
    const sandbox = await started();
    await callAs(sandbox, 'walletA/verify', verifyFields);
    await callAs(sandbox, 'walletA/verify', { ...verifyFields, mobile_number: '0912345679' });
    const sent = { type: 'otp.sent' } as const;
    expect(await sandbox.events.next(sent)).toMatchObject({ mobile_number: '0912345678' });
    expect(await sandbox.events.next({ mobile_number: '0912345678' })).toMatchObject({ type: 'otp.sent' });
    expect(await sandbox.events.next(sent)).toMatchObject({ mobile_number: '0912345679' });
    await expect(sandbox.events.next({ ...sent, wait: 0 })).rejects.toMatchObject({
      status: 0,
      code: 'WAIT_OVER',
      message: 'No event matched {"type":"otp.sent"} within 0.',
    });
  });

  it('waits for what is still to happen, of several types', async () => {
    const sandbox = await started();
    const redirectUrl = await startedCheckout(sandbox, 'cardgw', shop);
    const [event] = await Promise.all([
      sandbox.events.next({ type: ['transaction.completed', 'transaction.canceled'], invoice_no: 'INV-1' }),
      sandbox.checkouts.cancel(redirectUrl, { hold: true }),
    ]);
    expect(event).toMatchObject({ type: 'transaction.canceled', invoice_no: 'INV-1', account: 'demo' });
  });

  it('gives calls at the same time an event each, past ones and those still to come', async () => {
    const sandbox = await started();
    const sent = { type: 'otp.sent' } as const;
    const numbers = ['0912345671', '0912345672', '0912345673', '0912345674'];
    const send = (number: string) =>
      callAs(sandbox, 'walletA/verify', { ...verifyFields, mobile_number: number });
    for (const number of numbers.slice(0, 2)) await send(number);
    const stop = new AbortController();
    const aborted = sandbox.events.next({ ...sent, signal: stop.signal });
    const calls = numbers.map(() => sandbox.events.next(sent));
    stop.abort(new Error('no longer wanted'));
    await expect(aborted).rejects.toThrow('no longer wanted');
    await expect(sandbox.events.next({ ...sent, wait: 'soon' as '1s' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    for (const number of numbers.slice(2)) await send(number);
    const given = (await Promise.all(calls)).map(({ mobile_number: number }) => number);
    expect(given.sort()).toEqual(numbers);
  });

  it('gives the only event to one of two calls, and the other ends with its wait', async () => {
    const sandbox = await started();
    await callAs(sandbox, 'walletA/verify', verifyFields);
    const sent = { type: 'otp.sent', wait: 0 } as const;
    const ends = await Promise.allSettled([sandbox.events.next(sent), sandbox.events.next(sent)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('begins after a cursor of events.list when it is given', async () => {
    const sandbox = await started();
    await callAs(sandbox, 'walletA/verify', verifyFields);
    const { cursor } = await sandbox.events.list();
    await callAs(sandbox, 'walletA/verify', { ...verifyFields, mobile_number: '0912345679' });
    expect(await sandbox.events.next({ type: 'otp.sent', after: cursor })).toMatchObject({
      mobile_number: '0912345679',
    });
  });
});

describe('faults.add(…)', () => {
  it.each<[NewFault['effect'], number]>([
    [{ code: 'MAINTENANCE_MODE' }, 400],
    [{ http_status: 503, body: 'html' }, 503],
    [{ delay: '1ms' }, 200],
  ])('%j meets the next call that matches, once', async (effect, status) => {
    const sandbox = await started();
    const fault = await sandbox.faults.add({ effect, match: { gateway: 'walletA', action: 'verify' } });
    expect(fault).toMatchObject({ times: 1, left: 1, fired: 0, match: { gateway: 'walletA' } });
    const answer = await callAs(sandbox, 'walletA/verify', verifyFields);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-sandbox-fault')).not.toBeNull();
    const next = await callAs(sandbox, 'walletA/verify', verifyFields);
    expect(next.status).toBe(200);
    expect(await sandbox.faults.list()).toMatchObject([{ id: fault.id, left: 0, fired: 1 }]);
    await sandbox.faults.remove(fault.id);
    expect(await sandbox.faults.list()).toEqual([]);
  });

  it.each<[NewFault['effect']]>([[{ reset: true }], [{ reset: true, after: true }]])(
    '%j breaks the connection',
    async (effect) => {
      const sandbox = await started();
      await sandbox.faults.add({ effect, times: 'always' });
      await expect(callAs(sandbox, 'walletA/verify', verifyFields)).rejects.toThrow('fetch failed');
      await sandbox.faults.clear();
      expect((await callAs(sandbox, 'walletA/verify', verifyFields)).status).toBe(200);
    },
  );

  it('takes one effect, and nothing of another: by its types, and by the sandbox', async () => {
    const { faults } = await started();
    // @ts-expect-error two effects in one
    const two: NewFault = { effect: { code: 'MAINTENANCE_MODE', delay: '1s' } };
    await expect(faults.add(two)).rejects.toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    // @ts-expect-error a code that the document does not have
    const unknown: NewFault = { effect: { code: 'NO_SUCH_CODE' } };
    await expect(faults.add(unknown)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('What cannot be asked does not compile', () => {
  it('payment_method of a cancel, an order, a tampering and a setting that do not exist', async () => {
    const { checkouts, settings } = await started();
    const refused = { status: 400, code: 'INVALID_REQUEST' };
    // @ts-expect-error only an approval has one
    await expect(checkouts.cancel('x', { payment_method: 'method_1' })).rejects.toMatchObject(refused);
    // @ts-expect-error no such order
    await expect(checkouts.approve('x', { order: 'callback-last' })).rejects.toMatchObject(refused);
    // @ts-expect-error no such tampering
    await expect(checkouts.approve('x', { tamper: 'hash' })).rejects.toMatchObject(refused);
    // @ts-expect-error no such setting
    await expect(settings.change({ otp: { lenght: 1 } })).rejects.toMatchObject(refused);
    // @ts-expect-error a limit is given whole
    await expect(settings.change({ rate_limit: { requests: 1 } })).rejects.toMatchObject(refused);
  });
});

describe('clock, settings, snapshots, reset', () => {
  it('clock.advance makes codes expire before it settles', async () => {
    const sandbox = await started();
    await callAs(sandbox, 'walletA/verify', verifyFields);
    const { id } = await sandbox.otp('0912345678');
    const before = await sandbox.clock.freeze();
    const after = await sandbox.clock.advance('10m');
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(600_000);
    expect((await sandbox.otps.list()).data).toMatchObject([{ id, status: 'expired' }]);
    expect((await sandbox.clock.resume()).frozen).toBe(false);
  });

  it('settings.change merges deeply and gives all of them', async () => {
    const { settings } = await started();
    const before = await settings.read();
    const changed = await settings.change({ otp: { policy: 'fixed' }, checkout: { lifetime: '5m' } });
    expect(changed).toEqual({
      ...before,
      otp: { ...before.otp, policy: 'fixed' },
      checkout: { lifetime: '5m' },
    });
  });

  it('a snapshot brings back what was there, and a reset drops it', async () => {
    const sandbox = await started();
    await startedCheckout(sandbox, 'localbankcards', shop);
    await sandbox.snapshots.save('one-checkout');
    await sandbox.reset();
    expect((await sandbox.transactions.list()).data).toEqual([]);
    await sandbox.snapshots.restore('one-checkout');
    const { data } = await sandbox.transactions.list();
    expect(data).toMatchObject([{ invoice_no: 'INV-1', status: 'started' }]);
    expect(await sandbox.transactions.get(data[0]?.transaction_id ?? '')).toMatchObject({
      timeline: [{ type: 'request' }, { type: 'transaction.started' }],
    });
    expect((await sandbox.snapshots.list()).map(({ name }) => name)).toEqual(['one-checkout']);
    await sandbox.snapshots.remove('one-checkout');
    expect(await sandbox.snapshots.list()).toEqual([]);
  });
});

describe('requests and checkSignature', () => {
  it('a logged request says why it was answered so, and is replayed with a fresh invoice', async () => {
    const sandbox = await started();
    await startedCheckout(sandbox, 'localbankcards', shop);
    const [entry] = (await sandbox.requests.list({ gateway: 'localbankcards' })).data;
    expect(entry).toMatchObject({ status: 200, account: 'demo', action: 'confirm', lint: expect.any(Array) });
    const replayed = await sandbox.requests.replay(entry?.id ?? '', { invoice_no: 'INV-2' });
    expect(replayed.status).toBe(200);
    expect((await sandbox.requests.get(replayed.id)).body).toContain('invoice_no=INV-2');
  });

  it('names the mistake of a hash', async () => {
    const sandbox = await started();
    const fields = { approved: '1', invoice_no: 'INV-1' };
    const { hashed } = await sandbox.checkSignature({ fields });
    expect(await sandbox.checkSignature({ fields, hashed })).toMatchObject({ matches: true, mistakes: [] });
    const lower = await sandbox.checkSignature({ fields, hashed: hashed.toLowerCase() });
    expect(lower).toMatchObject({ matches: false, mistakes: [{ name: 'lower-case' }] });
  });
});
