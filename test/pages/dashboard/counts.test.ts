import { describe, expect, test } from 'vitest';
import { attempted, startCheckout } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

/** A page's counts beside the names in the rail, without empty ones. */
async function railOf(sandbox: TestSandbox, path = 'help'): Promise<Record<string, string>> {
  const { text } = await sandbox.fetch(`/_sandbox/${path}`);
  const counts = text.matchAll(/data-count="(\w+)"><bdi title="([^"]+)">([^<]+)</g);
  return Object.fromEntries([...counts].map(([, name = '', what, count]) => [name, `${count} ${what}`]));
}

/** The filters of a list with their counts, without empty ones. */
async function pillsOf(sandbox: TestSandbox, path: string): Promise<Record<string, string>> {
  const { text } = await sandbox.fetch(`/_sandbox/${path}`);
  const pills = text.matchAll(/data-kind="(\w*)">(?:(?!<\/a>).)*<bdi class="tally">([^<]+)</g);
  return Object.fromEntries([...pills].map(([, kind, count]) => [kind || 'all', String(count)]));
}

async function busy(): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  merchant.answerWith(500);
  for (const invoice_no of ['INV-1', 'INV-2', 'INV-3'])
    await startCheckout(sandbox, 'cardgw', { invoice_no, return_url: `${merchant.url}/return` });
  await sandbox.control('checkouts/token-1/approve', {});
  await attempted(sandbox, 1);
  await sandbox.control('checkouts/token-2/approve', { hold: true });
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await sandbox.call('walletA/verify', {});
  await sandbox.call('walletB/verify', {}, { token: 'wrong' });
  await sandbox.control('faults', { effect: { hang: true } });
  return sandbox;
}

describe('The rail', () => {
  test('counts what waits for somebody to look at it', async () => {
    expect(await railOf(await busy())).toEqual({
      requests: '2 rejected in the last hour',
      callbacks: '1 failed, retrying or forged',
      inbox: '1 active',
      faults: '1 active',
    });
  });

  test('counts nothing in a new sandbox, and only what belongs to the account', async () => {
    expect(await railOf(await freshSandbox())).toEqual({});
    expect(await railOf(await busy(), 'transactions?account=nobody')).toEqual({ faults: '1 active' });
  });

  test('forgets rejected calls after an hour', async () => {
    const sandbox = await busy();
    await sandbox.control('clock/advance', { by: '61m' });
    expect(await railOf(sandbox)).not.toHaveProperty('requests');
  });
});

describe('The filters of a list', () => {
  test.each([
    ['transactions', { all: '3', retrying: '1', held: '1', waiting: '1' }],
    ['transactions?invoice_no=INV-2', { all: '1', held: '1' }],
    ['transactions?verdict=held', { all: '3', retrying: '1', held: '1', waiting: '1' }],
    ['requests', { all: '6', '2xx': '4', '4xx': '2' }],
    ['requests?gateway=walletB&status=2xx', { all: '1', '4xx': '1' }],
    ['callbacks', { all: '2', pending: '1', held: '1' }],
    ['callbacks?invoice_no=INV-2&status=pending', { all: '1', held: '1' }],
  ])('count their rows: %s', async (path, counts) => {
    expect(await pillsOf(await busy(), path)).toEqual(counts);
  });

  test('say that there are more rows than were counted', async () => {
    const sandbox = await freshSandbox();
    for (let count = 0; count < 500; count += 1) await sandbox.call('walletA/verify', {});
    expect(await pillsOf(sandbox, 'requests')).toEqual({ all: '500+', '4xx': '500+' });
    expect((await railOf(sandbox)).requests).toBe('99+ rejected in the last hour');
  });
});

test('An API call is listed by its invoice or number, and a rejected one by its wrong fields', async () => {
  const { text } = await (await busy()).fetch('/_sandbox/requests');
  expect(text).toContain('<td role="cell" class="about-cell"><bdi>INV-3</bdi></td>');
  expect(text).toContain('<td role="cell" class="about-cell"><bdi>0912345678</bdi></td>');
  expect(text).toMatch(/class="quiet reason" lang="en" dir="ltr">mobile_number is required · /);
});

test('A long Arabic invoice number of an API call is cut between letters', async () => {
  const sandbox = await freshSandbox();
  const invoice = 'فاتورة رقم ١٢٣ لمتجر الكتب في طرابلس القديمة';
  await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: invoice });
  const { text } = await sandbox.fetch('/_sandbox/requests');
  expect(text).toContain(`<td role="cell" class="about-cell"><bdi>${invoice.slice(0, 40)}</bdi></td>`);
});

test('A callback that needs something has its button in the list', async () => {
  const { text } = await (await busy()).fetch('/_sandbox/callbacks');
  const buttons = [
    ...text.matchAll(/action="\/_sandbox\/(callbacks\/\d+\/\w+)"><button type="submit">([^<]+)</g),
  ];
  expect(buttons.map(([, path, label]) => [path, label])).toEqual([
    ['callbacks/2/release', 'Release'],
    ['callbacks/1/resend', 'Send now'],
  ]);
});
