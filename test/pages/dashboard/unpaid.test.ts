import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { verified } from '../../support/merchant-api.ts';
import { demoAccount, type TestSandbox } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

/** The processes that the page lists as unpaid invoices. */
async function unpaid(sandbox: TestSandbox, query = ''): Promise<(string | undefined)[]> {
  const { text } = await sandbox.fetch(`/_sandbox/transactions${query}`);
  return [...text.matchAll(/data-process="(\d+)"/g)].map(([, processId]) => processId);
}

test('An unpaid invoice is listed with the transactions until a confirm pays it', async () => {
  const sandbox = await freshSandbox();
  const first = await verified(sandbox, 'walletA');
  const second = await verified(sandbox, 'walletB', {}, { token: 'demo_live_token' });
  expect(await unpaid(sandbox)).toEqual([second.process_id, first.process_id]);
  const { text } = await sandbox.fetch('/_sandbox/transactions');
  expect(wordsOf(text)).toContain(
    `${second.process_id} 10.00 LYD walletB live unpaid · code active 0945678901`,
  );
  await sandbox.call('walletA/confirm', first);
  expect(await unpaid(sandbox)).toEqual([second.process_id]);
});

test('A second code is not a second invoice, and a cleared inbox hides none', async () => {
  const sandbox = await freshSandbox();
  const { process_id } = await verified(sandbox, 'walletA');
  await sandbox.control('otps/1/resend', {});
  await sandbox.control('otps', {}, 'DELETE');
  expect(await unpaid(sandbox)).toEqual([process_id]);
});

test('An invoice whose code never arrives is listed too, and so is an old one', async () => {
  const sandbox = await freshSandbox();
  const first = await verified(sandbox, 'walletA');
  for (const _ of Array.from({ length: 60 })) {
    await sandbox.call('walletA/confirm', {
      ...(await verified(sandbox, 'walletA')),
      invoice_no: randomUUID(),
    });
  }
  await sandbox.call('walletB/verify', { mobile_number: '0949999909', amount: '10' });
  const listed = await unpaid(sandbox);
  expect(listed).toEqual([expect.any(String), first.process_id]);
  const { text } = await sandbox.fetch('/_sandbox/transactions');
  expect(wordsOf(text)).toContain(`${listed[0]} 10.00 LYD walletB unpaid · code not sent 0949999909`);
});

test('The code of a checkout is no unpaid invoice, and a filter shows transactions alone', async () => {
  const sandbox = await freshSandbox();
  await startCheckout(sandbox, 'aggregator');
  await sandbox.fetch('/checkout/pay', {
    method: 'POST',
    body: new URLSearchParams({ token: 'token-1', method: 'method_1' }),
  });
  expect((await sandbox.control('otps')).json.data).toHaveLength(1);
  expect(await unpaid(sandbox)).toEqual([]);
  await verified(sandbox, 'walletA');
  expect(await unpaid(sandbox, '?mode=test')).toEqual([]);
  expect(await unpaid(sandbox)).toHaveLength(1);
});

test('An unpaid invoice is listed for its own account only', async () => {
  const other = {
    ...demoAccount,
    id: 'other',
    api_key: 'other-key',
    access_tokens: { test: 'other-test', live: 'other-live' },
  };
  const sandbox = await freshSandbox({ accounts: [demoAccount, other] });
  const { process_id } = await verified(sandbox, 'walletA');
  expect(await unpaid(sandbox)).toEqual([process_id]);
  expect(await unpaid(sandbox, '?account=demo')).toEqual([process_id]);
  expect(await unpaid(sandbox, '?account=other')).toEqual([]);
  const { text } = await sandbox.fetch('/_sandbox/transactions?account=demo');
  expect(text).toContain('href="/_sandbox/inbox/0912345678?account=demo"');
});

test('What is not shown leaves nothing behind: neither a filtered list nor an older page has the ages of unpaid invoices', async () => {
  const sandbox = await freshSandbox();
  await verified(sandbox, 'walletA');
  for (const invoice_no of ['A', 'B']) await startCheckout(sandbox, 'cardgw', { invoice_no });
  for (const query of ['verdict=waiting', 'gateway=aggregator', 'before=100002']) {
    const { text } = await sandbox.fetch(`/_sandbox/transactions?${query}`);
    expect([query, /<div data-unpaid>([\s\S]*)<\/main>/.exec(text)?.[1]?.trim()]).toEqual([query, '</div>']);
  }
});
