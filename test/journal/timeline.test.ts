import { describe, expect, it } from 'vitest';
import { attempted, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

async function timelineOf(sandbox: TestSandbox, id = '100001') {
  const { json } = await sandbox.control(`transactions/${id}`);
  return json.timeline;
}

const typesOf = (timeline: { type: string }[]) => timeline.map(({ type }) => type);

describe('One timeline per transaction', () => {
  it('of a wallet begins with its verify and has the code, the wrong code and the payment', async () => {
    const sandbox = await freshSandbox();
    const { json } = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const confirm = { process_id: String(json.result.process_id), amount: '10.00', invoice_no: 'INV-1' };
    await sandbox.call('walletB/confirm', { ...confirm, code: '9999' });
    await sandbox.call('walletB/confirm', { ...confirm, code: '1234' });
    const timeline = await timelineOf(sandbox);
    expect(typesOf(timeline).sort()).toEqual(
      [
        'request',
        'request',
        'request',
        'otp.sent',
        'otp.wrong_code',
        'otp.used',
        'transaction.completed',
      ].sort(),
    );
    const requests = timeline.filter(({ type }: { type: string }) => type === 'request');
    expect(requests).toMatchObject([
      { request_id: '1', method: 'POST', path: '/api/v1/transaction/walletB/verify', status: 200 },
      {
        request_id: '2',
        path: '/api/v1/transaction/walletB/confirm',
        status: 400,
        code: 'CONFIRMATION_ERROR',
      },
      { request_id: '3', path: '/api/v1/transaction/walletB/confirm', status: 200 },
    ]);
    for (const { at } of timeline) expect(at).toBe('2026-01-15T12:00:00.000Z');
  });

  it('is in the order of what happened', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    const token = await startCheckout(sandbox, 'cardgw', { return_url: merchant.url });
    await sandbox.control('clock/advance', { by: '1m' });
    await sandbox.control(`checkouts/${token}/decline`, { reason: 'card' });
    await sandbox.control('clock/advance', { by: '1m' });
    await decided(sandbox, token, 'approve');
    await attempted(sandbox, 1);
    merchant.answerWith(200);
    await sandbox.control('clock/advance', { by: '5s' });
    await settled(sandbox);
    const timeline = await timelineOf(sandbox);
    expect(typesOf(timeline)).toEqual([
      'request',
      'transaction.started',
      'checkout.declined',
      'transaction.completed',
      'callback.created',
      'callback.attempted',
      'callback.attempted',
      'callback.delivered',
    ]);
    const times = timeline.map(({ at }: { at: string }) => at.slice(14, 19));
    expect(times).toEqual(['00:00', '00:00', '01:00', '02:00', '02:00', '02:00', '02:05', '02:05']);
    expect(timeline.slice(5)).toMatchObject([
      { number: 1, status: 500, delivered: false },
      { number: 2, status: 200, delivered: true },
      { callback_id: '1' },
    ]);
  });

  it('has nothing of another transaction, not even of one with the same invoice number', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await sandbox.control('accounts', { id: 'other', api_key: 'k2', access_tokens: { test: 't2' } });
    await paid(sandbox, merchant.url);
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'], { token: 't2', apiKey: 'k2' });
    await settled(sandbox);
    expect(typesOf(await timelineOf(sandbox, '100002'))).toEqual(['request', 'transaction.started']);
    for (const entry of await timelineOf(sandbox)) {
      if (entry.type !== 'request')
        expect(entry).toMatchObject({ account: 'demo', transaction_id: '100001' });
    }
  });
});
