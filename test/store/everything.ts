import { operations } from '../failures/operations.ts';
import { liveIn } from '../invariants/lived-in.ts';
import { startCheckout } from '../support/checkouts.ts';
import { merchantServer } from '../support/merchant-server.ts';
import { allRoutes, statusOf } from '../support/routes.ts';
import { rightFields, type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { subsets } from '../support/subsets.ts';

/** Runs each operation in its own sandbox. */
export async function everyOperation(): Promise<void> {
  for (const { ready, ask } of operations) {
    const own = await testSandbox();
    await ready(own);
    await ask(own);
    await own.stop();
  }
}

/** Reads, writes, lists and drops everything at least once. */
export async function askedForEverything(sandbox: TestSandbox): Promise<void> {
  const merchant = await merchantServer();
  await liveIn(sandbox, merchant);
  await merchant.close();
  await rarities(sandbox);
  const { transactions, requests, callbacks, verifications } = sandbox.runtime.store;
  await sandbox.control(
    'settings',
    { sandbox_transaction_limit: { transactions: 9, period: '1d' } },
    'PATCH',
  );
  await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'INV-9' });
  const gets = (await allRoutes()).filter(({ method }) => method === 'GET');
  for (const route of gets) await statusOf(sandbox, route);
  await sandbox.control('callbacks/settled?account=demo&transaction_id=100001', undefined, 'POST');
  await sandbox.control('callbacks/resend', { failed_since: '2026-01-01T00:00:00Z' });
  await sandbox.control('otps', undefined, 'DELETE');
  for (const filter of mixes({
    invoiceNo: 'I',
    status: 'started',
    gateway: 'cardgw',
    mode: 'live',
    accountId: 'a',
  }))
    transactions.list(filter, page);
  for (const filter of mixes({
    code: 'C',
    statusClass: 4,
    gateway: 'cardgw',
    hasLint: 1 as const,
    accountId: 'a',
  }))
    requests.list(filter, page);
  for (const filter of mixes({ transactionId: 1, invoiceNo: 'I', status: 'held', accountId: 'a' }))
    callbacks.list(filter, page);
  for (const filter of mixes({
    mobileNumber: '1',
    gateway: 'walletA',
    status: 'active',
    processId: '1',
    code: '1',
    accountId: 'a',
  }))
    verifications.otps(filter, page);
}

const page = { before: 1000, limit: 50 };

/** Operations that a payment does not need. */
async function rarities(sandbox: TestSandbox): Promise<void> {
  const { call, control } = sandbox;
  for (const { transaction_id: id } of (await control('transactions')).json.data)
    await control(`transactions/${id}`);
  await control('checkouts?account=demo');
  await control('accounts/demo', { ip_whitelist: { enabled: false, entries: ['203.0.113.7'] } }, 'PATCH');
  await control('faults', { effect: { delay: 0 }, times: 1 });
  await call('walletB/verify', rightFields['walletB/verify']);
  await control('faults/1', undefined, 'DELETE');
  for (const [index, gateway] of (['localbankcards', 'aggregator'] as const).entries()) {
    const token = await startCheckout(sandbox, gateway, { invoice_no: `RARE-${index}` });
    await control(`checkouts/${token}/extend`, { by: '1m' });
    await sandbox.fetch(`/checkout?token=${token}`);
    await control(`checkouts/${token}/approve`, { order: 'return-first' });
  }
}

/** Objects with every combination of members. */
function mixes<Whole extends object>(whole: Whole): Partial<Whole>[] {
  // A subset of the object's members.
  return subsets(Object.keys(whole)).map((names) => {
    const members = Object.entries(whole).filter(([name]) => names.includes(name));
    return Object.fromEntries(members) as Partial<Whole>;
  });
}
