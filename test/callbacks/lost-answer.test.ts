import { describe, expect, it } from 'vitest';
import type { NewFault } from '../../src/client.ts';
import { callAs, startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';

type Sandbox = Awaited<ReturnType<typeof started>>;

const phone = '0945678901';
const amount = '10.00';
const unanswered = {
  kind: 'unanswered',
  text: 'Paid, and your app does not know: the response was lost.',
  callback_id: null,
};

/** A wallet payment whose confirm meets a fault, with the client's own timeout. */
async function confirmed(sandbox: Sandbox, effect: NewFault['effect'], timeoutMs = 60_000) {
  await sandbox.faults.add({ effect, match: { action: 'confirm' } });
  const verify = await callAs(sandbox, 'walletB/verify', { mobile_number: phone, amount });
  // The API documentation's format of a success.
  const { result } = (await verify.json()) as { result: { process_id: number } };
  const { code } = await sandbox.otp(phone);
  const fields = { process_id: String(result.process_id), code, amount, invoice_no: 'INV-1' };
  return callAs(sandbox, 'walletB/confirm', fields, AbortSignal.timeout(timeoutMs)).then(
    ({ status }) => status,
    () => 'no answer',
  );
}

async function payment(sandbox: Sandbox) {
  const [{ transaction_id: id = '' } = {}] = (await sandbox.transactions.list()).data;
  return sandbox.transactions.get(id);
}

describe('A payment whose response did not reach the app', () => {
  it.each<[NewFault['effect'], number | undefined]>([
    [{ reset: true, after: true }, undefined],
    [{ hang: true, after: true }, 200],
    [{ delay: '60s' }, 200],
  ])('%j: its verdict says so, and its timeline which fault it was', async (effect, timeoutMs) => {
    const sandbox = await started();
    expect(await confirmed(sandbox, effect, timeoutMs)).toBe('no answer');
    await expect.poll(async () => (await payment(sandbox)).verdict).toEqual(unanswered);
    const { status, timeline } = await payment(sandbox);
    expect(status).toBe('completed');
    expect(timeline.at(-1)).toMatchObject({ type: 'response.lost', fault: 'fault 1', invoice_no: 'INV-1' });
    expect((await sandbox.transactions.list({ verdict: 'unanswered' })).data).toHaveLength(1);
    expect((await sandbox.transactions.list({ verdict: 'replied' })).data).toEqual([]);
    const overview = await (await fetch(`${sandbox.url}/_sandbox/?lang=en`)).text();
    expect(overview).toContain('The response about 1 payment did not reach your app');
  });

  it.each<[NewFault['effect']]>([[{ delay: '1ms' }], [{ delay: '300ms' }]])(
    '%j: a late response is a response',
    async (effect) => {
      const sandbox = await started();
      expect(await confirmed(sandbox, effect)).toBe(200);
      expect((await payment(sandbox)).verdict.kind).toBe('replied');
    },
  );

  it('is none where the call was not carried out', async () => {
    const sandbox = await started();
    expect(await confirmed(sandbox, { reset: true })).toBe('no answer');
    expect((await sandbox.transactions.list()).data).toEqual([]);
    expect((await sandbox.events.list({ type: 'response.lost' })).data).toEqual([]);
  });

  it('is not another one that has its ID since a reset', async () => {
    const sandbox = await started();
    const waiting = confirmed(sandbox, { delay: '60s' }, 2000);
    await sandbox.events.next({ type: 'transaction.completed' });
    await sandbox.reset();
    await sandbox.clock.advance('1h');
    expect(await confirmed(sandbox, { delay: '1ms' })).toBe(200);
    expect(await waiting).toBe('no answer');
    await callAs(sandbox, 'walletB/verify', { mobile_number: phone, amount });
    expect((await payment(sandbox)).verdict.kind).toBe('replied');
  });

  it('at a checkout, the app has no page to send its customer to; a delivered callback tells it', async () => {
    const sandbox = await started();
    await sandbox.faults.add({ effect: { reset: true, after: true } });
    await expect(startedCheckout(sandbox, 'cardgw', 'http://127.0.0.1:9')).rejects.toThrow('fetch failed');
    const { verdict, transaction_id: id } = await payment(sandbox);
    expect(verdict.text).toBe('Open, and your app does not know: the response was lost.');
    const [checkout] = (await sandbox.checkouts.list()).data;
    await sandbox.checkouts.approve(checkout?.id ?? '', { hold: true });
    expect((await sandbox.transactions.get(id)).verdict.kind).toBe('held');
  });

  it('stays so in a snapshot and its file', async () => {
    const sandbox = await started();
    await confirmed(sandbox, { reset: true, after: true });
    await sandbox.snapshots.save('lost');
    await sandbox.reset();
    await sandbox.snapshots.restore('lost');
    expect((await payment(sandbox)).verdict).toEqual(unanswered);
  });
});
