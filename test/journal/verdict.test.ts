import { describe, expect, it } from 'vitest';
import { decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

async function verdict(
  sandbox: TestSandbox,
): Promise<{ kind: string; text: string; callback_id: string | null }> {
  const { json } = await sandbox.control('transactions');
  return json.data[0].verdict;
}

/** A payment at a merchant that answers every callback with this status. */
async function answered(status: number, settings: object = {}) {
  const sandbox = await freshSandbox({ settings });
  const merchant = await freshMerchant();
  merchant.answerWith(status);
  return { sandbox, merchant, url: `${merchant.url}/callback` };
}

describe('The verdict on a payment', () => {
  it('told: the app answered 200', async () => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url);
    await settled(sandbox);
    expect(await verdict(sandbox)).toEqual({
      kind: 'told',
      text: 'Paid. Your app was told and answered 200.',
      callback_id: '1',
    });
  });

  it('retrying, and unaware when the last attempt has failed', async () => {
    const { sandbox, url } = await answered(500);
    await paid(sandbox, url);
    await sandbox.control('events?type=callback.attempted&wait=10s&after=0');
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'retrying',
      text: 'Paid. Your app does not know yet: the attempt answered 500.',
    });
    for (let hours = 0; hours < 8; hours++) {
      await sandbox.control('clock/advance', { by: '1h' });
      await sandbox.control('callbacks/settled?wait=200ms', {});
    }
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'unaware',
      text: expect.stringMatching(/^Paid, and your app does not know: attempt \d answered 500\.$/),
    });
  });

  it('held, then told when it is released', async () => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url, { hold: true });
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'held',
      text: 'Paid. The callback is held: your app is waiting.',
    });
    await sandbox.control('callbacks/1/release', {});
    await settled(sandbox);
    expect((await verdict(sandbox)).kind).toBe('told');
  });

  it('dropped: only the return tells the app', async () => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url, { order: 'return-only' });
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'dropped',
      text: "Paid. The callback was lost: only the browser's return tells your app.",
    });
  });

  it('dropped, then unaware when the lost callback is resent and refused, then told', async () => {
    const { sandbox, merchant, url } = await answered(500);
    await paid(sandbox, url, { order: 'return-only' });
    await sandbox.control('callbacks/1/resend', {});
    await settled(sandbox);
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'unaware',
      text: 'Paid, and your app does not know: the attempt answered 500.',
    });
    merchant.answerWith(200);
    await sandbox.control('callbacks/1/resend', {});
    await settled(sandbox);
    expect((await verdict(sandbox)).kind).toBe('told');
  });

  it('waiting, then silent when a payment ends without a callback', async () => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'aggregator');
    expect(await verdict(sandbox)).toEqual({
      kind: 'waiting',
      text: 'Waiting for the customer.',
      callback_id: null,
    });
    await decided(sandbox, token, 'cancel');
    expect(await verdict(sandbox)).toMatchObject({ kind: 'silent', text: 'Canceled. No callback was sent.' });
  });

  it('replied: a wallet tells the app in the answer to its confirm', async () => {
    const sandbox = await freshSandbox();
    const { json } = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const processId = String(json.result.process_id);
    await sandbox.call('walletB/confirm', {
      process_id: processId,
      amount: '10.00',
      invoice_no: 'INV-1',
      code: '1234',
    });
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'replied',
      text: 'Paid. Your app was told in the response.',
    });
  });

  it('sending: the callback has not gone out', async () => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url, { delay: '1h' });
    expect(await verdict(sandbox)).toMatchObject({
      kind: 'sending',
      text: 'Paid. The callback is on its way.',
    });
  });
});

describe('A forged callback', () => {
  const forged = { kind: 'forged', text: 'Your app accepted a forged callback.' };

  it.each([
    ['of the checkout', { tamper: 'wrong-hash' }],
    ['and one with the hash of other fields', { tamper: 'amount' }],
  ])('%s that the app answers with 200 is what counts', async (_, choice) => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url, choice);
    await settled(sandbox);
    expect(await verdict(sandbox)).toEqual({ ...forged, callback_id: '1' });
  });

  it('that the app refuses changes no verdict: the genuine one is held', async () => {
    const { sandbox, url } = await answered(400, { callback: { mode: 'once' } });
    await paid(sandbox, url, { tamper: 'no-hash' });
    await settled(sandbox);
    expect((await verdict(sandbox)).kind).toBe('held');
  });

  it.each([
    ['of the checkout', async () => 'held'],
    [
      'and the genuine one that follows it',
      async (sandbox: TestSandbox) => {
        await sandbox.control('callbacks/2/release', {});
        await settled(sandbox);
        return 'told';
      },
    ],
  ])('that truly says that nothing was paid does not count as accepted: it %s', async (_, next) => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url, { tamper: 'approved-0' });
    await settled(sandbox);
    const kind = await next(sandbox);
    expect((await verdict(sandbox)).kind).toBe(kind);
    const page = await (await sandbox.fetch('/_sandbox/transactions/100001?lang=en')).text;
    expect(page).not.toContain('accepted a forged callback');
    expect((await sandbox.fetch('/_sandbox/callbacks?lang=en')).text).not.toContain('accepted a forgery');
  });

  it.each([
    ['with a wrong hash', { tamper: 'wrong-hash' }, 'forged'],
    ['that says truly that nothing was paid', { tamper: 'approved-0' }, 'told'],
    ['edited, with the old hash', { fields: { amount: '9999' }, sign: false }, 'forged'],
    ['edited and signed again', { fields: { amount: '9999' } }, 'told'],
    ['as it is', {}, 'told'],
  ])('sent by hand %s', async (_, resend, kind) => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url);
    await settled(sandbox);
    await sandbox.control('callbacks/1/resend', resend);
    await settled(sandbox);
    expect((await verdict(sandbox)).kind).toBe(kind);
  });

  it('is one that says truly that nothing was paid, once it is edited under its hash', async () => {
    const { sandbox, url } = await answered(200);
    await paid(sandbox, url, { tamper: 'approved-0' });
    await settled(sandbox);
    await sandbox.control('callbacks/1/resend', { fields: { approved: '1' }, sign: false });
    await settled(sandbox);
    expect((await verdict(sandbox)).kind).toBe('forged');
  });

  it('a copy of a forged one at another address is forged too', async () => {
    const { sandbox, merchant, url } = await answered(400, { callback: { mode: 'once' } });
    await paid(sandbox, url, { tamper: 'wrong-hash' });
    await settled(sandbox);
    merchant.answerWith(200);
    await sandbox.control('callbacks/1/resend', { url: `${merchant.url}/other` });
    await settled(sandbox);
    expect(await verdict(sandbox)).toMatchObject(forged);
  });
});
