import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { advice } from './advice.ts';

const orders = 30;

async function paidByCard(sandbox: TestSandbox, amount: string): Promise<void> {
  const sent = { ...rightFields['cardgw/confirm'], invoice_no: '1', amount };
  const { status, json } = await sandbox.call('cardgw/confirm', sent);
  if (status === 200)
    await sandbox.control(`checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`, {
      hold: true,
    });
}

async function paidByWallet(sandbox: TestSandbox, amount: string): Promise<void> {
  const fields = await verified(sandbox, 'walletB', { amount });
  await sandbox.call('walletB/confirm', { ...fields, invoice_no: '1' });
}

it.each([
  ['cardgw', paidByCard, {}],
  ['cardgw with invoice.used', paidByCard, { invoice: { used: 'completed' } }],
  ['walletB', paidByWallet, {}],
  ['walletB with invoice.used', paidByWallet, { invoice: { used: 'completed' } }],
])(
  'a paid invoice number that is used for many other orders is reported: %s',
  async (_what, pay, settings) => {
    const sandbox = await freshSandbox({ settings });
    for (let order = 0; order < orders; order += 1) await pay(sandbox, `${10 + order}.00`);
    const { failures, not_counted: notCounted } = (await sandbox.control('client/check', {})).json;
    expect(failures).toEqual([expect.objectContaining({ count: orders - 1, needs: [] })]);
    expect(notCounted).toEqual([]);
  },
);

it('a confirm is replayed with its verify, also after many other verifies of the same number', async () => {
  const sandbox = await freshSandbox();
  const fields = await verified(sandbox, 'walletB');
  for (let other = 0; other < orders; other += 1) await verified(sandbox, 'walletB');
  await sandbox.call('walletB/confirm', fields);
  expect(await advice(sandbox)).toHaveLength(1);
});
