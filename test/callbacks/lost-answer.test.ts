import { describe, expect, it } from 'vitest';
import type { NewFault } from '../../src/client.ts';
import { startSandbox } from '../../src/index.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import { callAs, startedCheckout } from '../support/merchant-app.ts';
import { tidied } from '../support/retention.ts';
import { merchantCall, startOfTest } from '../support/sandbox.ts';
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

  it('is not recorded because of a stop: a delayed response is sent at once', async () => {
    const data = dataFile();
    const stopped = await startSandbox({ data });
    const status = confirmed(stopped, { delay: '60s' });
    await expect.poll(async () => (await stopped.transactions.list()).data.length).toBe(1);
    await stopped.stop();
    expect(await status).toBe(200);
    const sandbox = await started({ data });
    expect((await payment(sandbox)).verdict.kind).toBe('replied');
  });

  it('is not recorded when the call was not carried out', async () => {
    const sandbox = await started();
    expect(await confirmed(sandbox, { reset: true })).toBe('no answer');
    expect((await sandbox.transactions.list()).data).toEqual([]);
    expect((await sandbox.events.list({ type: 'response.lost' })).data).toEqual([]);
  });

  it.each([0, 3_600_000])(
    'is not another one that has its ID since a reset, %i ms later',
    async (laterMs) => {
      const sandbox = await freshSandbox();
      sandbox.runtime.clock.freeze(startOfTest);
      await sandbox.control('faults', { effect: { delay: '60s' }, match: { action: 'confirm' } });
      const call = merchantCall(await verified(sandbox, 'walletB'));
      const app = new AbortController();
      const path = '/api/v1/transaction/walletB/confirm';
      const delayed = sandbox.fetch(path, { ...call, signal: app.signal });
      await expect.poll(() => sandbox.runtime.store.transactions.get(100_001)?.status).toBe('completed');
      await sandbox.reset();
      sandbox.runtime.clock.freeze(startOfTest + laterMs);
      await sandbox.call('walletB/confirm', await verified(sandbox, 'walletB'));
      app.abort();
      // Over a socket, nobody could tell when the sandbox notices that the app has left.
      await delayed;
      const paid = await sandbox.control('transactions/100001');
      expect(paid.json).toMatchObject({ status: 'completed', verdict: { kind: 'replied' } });
      expect((await sandbox.control('events?type=response.lost')).json.data).toEqual([]);
    },
  );

  it('is not recorded when retention has deleted the payment meanwhile', async () => {
    const sandbox = await freshSandbox({ settings: { retention: { transactions: 100 } } });
    await sandbox.control('faults', { effect: { delay: '60s' }, match: { action: 'confirm' }, times: 1 });
    const call = merchantCall(await verified(sandbox, 'walletB'));
    const app = new AbortController();
    const delayed = sandbox.fetch('/api/v1/transaction/walletB/confirm', { ...call, signal: app.signal });
    const { transactions } = sandbox.runtime.store;
    await expect.poll(() => transactions.get(100_001)?.status).toBe('completed');
    for (let others = 0; others < 100; others += 1)
      await sandbox.call('walletB/confirm', {
        ...(await verified(sandbox, 'walletB')),
        invoice_no: `INV-${others + 2}`,
      });
    await tidied(sandbox);
    expect(transactions.get(100_001)).toBeUndefined();
    app.abort();
    await delayed;
    expect((await sandbox.control('events?type=response.lost')).json.data).toEqual([]);
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
