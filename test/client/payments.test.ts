import { describe, expect, it } from 'vitest';
import { freshMerchant } from '../support/fresh.ts';
import { callAs, startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';

const verifyFields = { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' };

describe('otp(mobile)', () => {
  it('gives the code that was sent', async () => {
    const sandbox = await started({ settings: { otp: { policy: 'fixed' } } });
    await callAs(sandbox, 'walletA/verify', verifyFields);
    const otp = await sandbox.otp('0912345678');
    expect(otp).toMatchObject({
      account: 'demo',
      gateway: 'walletA',
      mobile_number: '0912345678',
      code: '123456',
      status: 'active',
      amount: '10.00',
    });
  });

  it('waits for a code that is still to come', async () => {
    const sandbox = await started({ settings: { otp: { policy: 'fixed' } } });
    const [otp] = await Promise.all([
      sandbox.otp('0912345678'),
      callAs(sandbox, 'walletA/verify', verifyFields),
    ]);
    expect(otp.code).toBe('123456');
  });

  it('is refused when the wait is over', async () => {
    const sandbox = await started();
    await expect(sandbox.otp('0912345678', { wait: '20ms' })).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is no active code for 0912345678.',
    });
  });

  it('ends the wait with the reason of a signal', async () => {
    const sandbox = await started();
    const reason = new Error('enough');
    const ending = new AbortController();
    const waiting = sandbox.otp('0912345678', { signal: ending.signal });
    ending.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('codes are listed, expired, locked and sent again', async () => {
    const sandbox = await started();
    await callAs(sandbox, 'walletA/verify', verifyFields);
    const { id, process_id } = await sandbox.otp('0912345678');
    expect((await sandbox.otps.expire(id)).status).toBe('expired');
    const again = await sandbox.otps.resend(id);
    expect(again).toMatchObject({ status: 'active', process_id });
    expect((await sandbox.otps.lock(again.id)).status).toBe('locked');
    const { data, next } = await sandbox.otps.list({ mobile_number: '0912345678', limit: 1 });
    expect(data.map((each) => each.id)).toEqual([again.id]);
    expect((await sandbox.otps.list({ cursor: String(next) })).data.map((each) => each.id)).toEqual([id]);
  });
});

describe('checkouts.approve(redirectUrl, …)', () => {
  it('pays the checkout of a whole redirect_url and tells the merchant', async () => {
    const sandbox = await started();
    const merchant = await freshMerchant();
    const redirectUrl = await startedCheckout(sandbox, 'aggregator', merchant.url);
    const decided = await sandbox.checkouts.approve(redirectUrl, { payment_method: 'method_3' });
    expect(decided).toMatchObject({
      status: 'completed',
      redirect_url: redirectUrl,
      payment_method: 'method_3',
    });
    expect(decided.return_url).toMatch(
      new RegExp(`^${merchant.url}/return\\?approved=1&invoice_no=INV-1&hashed=[0-9A-F]{64}$`),
    );
    await sandbox.callbacks.settled();
    expect(merchant.arrivals).toHaveLength(1);
    const [id = ''] = decided.callbacks;
    expect(await sandbox.callbacks.get(id)).toMatchObject({
      status: 'delivered',
      fields: { paymet_method: 'method_3' },
      attempts: [{ number: 1, answer: { status: 200, body: 'ok' } }],
    });
  });

  it('chooses how the callback goes: copies, tampering, holding', async () => {
    const sandbox = await started();
    const merchant = await freshMerchant();
    const start = (invoice_no: string) =>
      startedCheckout(sandbox, 'aggregator', merchant.url, { invoice_no });
    await sandbox.checkouts.approve(await start('INV-1'), { copies: 2 });
    const forged = await sandbox.checkouts.approve(await start('INV-2'), { tamper: 'wrong-hash' });
    const held = await sandbox.checkouts.approve(await start('INV-3'), { hold: true });
    await sandbox.callbacks.settled();
    expect(merchant.arrivals).toHaveLength(3);
    const { data } = await sandbox.callbacks.list({ invoice_no: 'INV-2' });
    expect(data.map(({ id, tampered }) => [forged.callbacks.includes(id), tampered])).toContainEqual([
      true,
      'wrong-hash',
    ]);
    expect((await sandbox.callbacks.release(held.callbacks[0] ?? '')).status).toBe('pending');
    await sandbox.callbacks.settled();
    expect(merchant.arrivals).toHaveLength(4);
    await sandbox.callbacks.resend(held.callbacks[0] ?? '');
    await sandbox.callbacks.settled();
    expect(merchant.arrivals).toHaveLength(5);
  });

  it('a decided one is decided: ALREADY_DECIDED', async () => {
    const sandbox = await started();
    const { url } = await freshMerchant();
    const redirectUrl = await startedCheckout(sandbox, 'cardgw', url);
    expect((await sandbox.checkouts.cancel(redirectUrl)).status).toBe('canceled');
    await expect(sandbox.checkouts.approve(redirectUrl)).rejects.toMatchObject({
      status: 409,
      code: 'ALREADY_DECIDED',
    });
  });

  it('declines, extends and expires without a callback', async () => {
    const sandbox = await started();
    const { url, arrivals } = await freshMerchant();
    const redirectUrl = await startedCheckout(sandbox, 'localbankcards', url);
    expect(await sandbox.checkouts.decline(redirectUrl, { reason: 'insufficient_funds' })).toMatchObject({
      status: 'started',
      decline_reason: 'insufficient_funds',
    });
    const before = await sandbox.checkouts.get(redirectUrl);
    const { expires_at: later } = await sandbox.checkouts.extend(redirectUrl, '10m');
    expect(Date.parse(later) - Date.parse(before.expires_at)).toBe(600_000);
    expect((await sandbox.checkouts.expire(redirectUrl)).status).toBe('expired');
    const other = await startedCheckout(sandbox, 'cardgw', url, { invoice_no: 'INV-2' });
    expect((await sandbox.checkouts.decline(other, { final: true })).status).toBe('declined');
    await sandbox.callbacks.settled();
    expect(arrivals).toEqual([]);
  });
});

describe('callbacks.settled()', () => {
  it('is rejected when something is still pending at the end of the wait', async () => {
    const sandbox = await started();
    const merchant = await freshMerchant();
    const redirectUrl = await startedCheckout(sandbox, 'aggregator', merchant.url);
    const { callbacks } = await sandbox.checkouts.approve(redirectUrl, { delay: '1h' });
    await expect(sandbox.callbacks.settled({ wait: 0 })).rejects.toMatchObject({
      status: 409,
      code: 'NOT_SETTLED',
      message: expect.stringMatching(`^Still pending: callback ${callbacks[0]} of "INV-1" to `),
    });
  });

  it('is rejected at once when the app refuses, unless retries are waited for', async () => {
    const sandbox = await started();
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    await sandbox.checkouts.approve(await startedCheckout(sandbox, 'aggregator', merchant.url));
    await expect(sandbox.callbacks.settled({ wait: '10m' })).rejects.toMatchObject({
      code: 'CALLBACK_REFUSED',
      message: expect.stringContaining('was not accepted: your app answered 500 "ok". Attempt 2 is due in'),
    });
    await expect(sandbox.callbacks.settled({ wait: 0, retries: true })).rejects.toMatchObject({
      code: 'NOT_SETTLED',
    });
    merchant.answerWith(200);
    const waiting = sandbox.callbacks.settled({ wait: '10s', retries: true });
    await sandbox.clock.advance('10s');
    await waiting;
  });
});
