import { describe, expect, test } from 'vitest';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { verified } from '../../support/merchant-api.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

async function some(): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  await startCheckout(sandbox, 'aggregator', { invoice_no: 'Order-77', mobile_number: '0912345678' });
  await startCheckout(sandbox, 'cardgw', { invoice_no: 'Order-78' });
  await verified(sandbox, 'walletB');
  return sandbox;
}

const ofDemo = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };

function find(sandbox: TestSandbox, query: string) {
  return sandbox.fetch(`/_sandbox/search?${new URLSearchParams({ q: query })}`);
}

describe('The search', () => {
  test.each([
    ['a whole invoice number', 'Order-77', '/_sandbox/transactions/100001'],
    ['a part of one invoice number', 'der-78', '/_sandbox/transactions/100002'],
    ['an ID', '100002', '/_sandbox/transactions/100002'],
    ['Arabic digits', '١٠٠٠٠٢', '/_sandbox/transactions/100002'],
    ['a process', '1000000000001', '/_sandbox/inbox/0945678901#otp-1'],
    ['a code', '1234', '/_sandbox/inbox/0945678901#otp-1'],
  ])('opens what %s names', async (_what, query, href) => {
    const { status, headers } = await find(await some(), query);
    expect([status, headers.get('location')]).toEqual([303, href]);
  });

  test('lists what has a part of an invoice number, in any case', async () => {
    const { status, text } = await find(await some(), 'ORDER-7');
    expect(status).toBe(200);
    expect(wordsOf(text)).toMatch(/2 payments .*Order-78 .*Order-77 .*2 API calls .*cardgw\/confirm 200/);
  });

  test.each(['طلب-٢٠٢٦-٤٧', '٢٠٢٦-٤٧'])('opens an invoice number with Arabic digits: %s', async (query) => {
    const sandbox = await some();
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'طلب-٢٠٢٦-٤٧' });
    const { status, headers } = await find(sandbox, query);
    expect([status, headers.get('location')]).toEqual([303, '/_sandbox/transactions/100003']);
  });

  const odd = ['INV/2026/0009', 'Order 9 & "more"', '#1009', 'ÉTÉ-9', 'طلب-٩', '50%+'];
  const sent: Readonly<Record<string, (fields: Record<string, string>) => RequestInit>> = {
    'a form': (fields) => ({ body: new URLSearchParams(fields) }),
    'a form with %20': (fields) => ({
      body: Object.entries(fields)
        .map((pair) => pair.map(encodeURIComponent).join('='))
        .join('&'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
    JSON: (fields) => ({ body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } }),
    'JSON of PHP': (fields) => ({
      body: JSON.stringify(fields)
        .replaceAll('/', '\\/')
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      headers: { 'Content-Type': 'application/json' },
    }),
  };

  test.each(Object.keys(sent).flatMap((how) => odd.map((invoiceNo) => [how, invoiceNo])))(
    'finds a refused call that sent in %s the number %s',
    async (how, invoiceNo) => {
      const sandbox = await freshSandbox({ settings: { requests: { bodies: 'lenient' } } });
      const { headers, ...init } = sent[how]?.({ invoice_no: invoiceNo, amount: '-1' }) ?? {};
      const path = '/api/v1/transaction/localbankcards/confirm';
      await sandbox.fetch(path, { ...init, method: 'POST', headers: { ...headers, ...ofDemo } });
      const { text } = await find(sandbox, invoiceNo.slice(1));
      expect(wordsOf(text)).toMatch(/1 API call .*localbankcards\/confirm 422/);
    },
  );

  test.each(['0912345678', '+218 91 234 5678', '٠٩١٢٣٤٥٦٧٨'])('takes a mobile number: %s', async (number) => {
    const { text } = await find(await some(), number);
    expect(text).toContain('href="/_sandbox/transactions/100001"');
    expect(text).not.toContain('href="/_sandbox/transactions/100002"');
  });

  test.each(['nothing of the kind', 'no_such%', "' OR 1=1 --", '<b>x</b>', '9'.repeat(300)])(
    'finds nothing for %s, and says where it looked',
    async (query) => {
      const { status, text } = await find(await some(), query);
      expect(status).toBe(200);
      expect(wordsOf(text)).toContain('Nothing found');
      expect(text).not.toContain('<b>x</b>');
    },
  );

  test('asks for something to search for', async () => {
    const { text } = await find(await some(), '  ');
    expect(wordsOf(text)).toContain('Type part of an invoice number');
  });
});

describe('The search in one account', () => {
  test.each([
    ['a whole invoice number', 'Order-1'],
    ['a part of an invoice number', 'order-'],
    ['an ID', '100001'],
    ['a mobile number', '0945678901'],
    ['a code', '1234'],
    ['a process', '1000000000001'],
    ['an endpoint', 'walletB'],
  ])('finds nothing of another one for %s', async (_what, query) => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'tenant' });
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'Order-1' });
    await verified(sandbox, 'walletB');
    const found = (account: string) =>
      sandbox.fetch(`/_sandbox/search?${new URLSearchParams({ q: query, account })}`);
    const { status, text } = await found('tenant');
    expect(status).toBe(200);
    expect(wordsOf(text)).toContain('Nothing found');
    const own = await found('demo');
    expect(wordsOf(own.text)).not.toContain('Nothing found');
  });

  test('keeps the account in the links to the phone', async () => {
    const sandbox = await some();
    const found = (q: string) =>
      sandbox.fetch(`/_sandbox/search?${new URLSearchParams({ q, account: 'demo' })}`);
    expect((await found('1234')).headers.get('location')).toBe(
      '/_sandbox/inbox/0945678901?account=demo#otp-1',
    );
    expect((await found('0945678901')).text).toContain(
      'href="/_sandbox/inbox/0945678901?account=demo#otp-1"',
    );
  });
});
