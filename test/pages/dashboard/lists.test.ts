import { describe, expect, test } from 'vitest';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

/** The texts of the first column, in page order. */
function shown(html: string): string[] {
  return [...html.matchAll(/class="main-cell"><a href="[^"]*"><bdi(?: dir="ltr")?>([^<]*)</g)].map(
    ([, text = '']) => unescaped(text),
  );
}

async function listed(sandbox: TestSandbox, path: string): Promise<string[]> {
  const { status, text } = await sandbox.fetch(`/_sandbox/${path}`);
  expect(status).toBe(200);
  return shown(text);
}

async function threePayments(): Promise<TestSandbox> {
  const sandbox = await freshSandbox({ names: { cardgw: 'acme_cards' } });
  await startCheckout(sandbox, 'cardgw', { invoice_no: 'C-1' });
  await startCheckout(sandbox, 'aggregator', { invoice_no: 'A-1' });
  await sandbox.control('checkouts/token-2/approve', { hold: true });
  await sandbox.call(
    'localbankcards/confirm',
    { ...rightFields['localbankcards/confirm'], invoice_no: 'L-1' },
    { token: 'demo_live_token' },
  );
  return sandbox;
}

describe('The list of transactions', () => {
  test.each([
    ['', ['L-1', 'A-1', 'C-1']],
    ['?gateway=acme_cards', ['C-1']],
    ['?gateway=cardgw', ['C-1']],
    ['?status=completed', ['A-1']],
    ['?mode=live', ['L-1']],
    ['?invoice_no=C-1', ['C-1']],
    ['?account=demo', ['L-1', 'A-1', 'C-1']],
    ['?account=nobody', []],
    ['?gateway=aggregator&status=started', []],
    ['?gateway=nonsense', []],
    ['?before=100003', ['A-1', 'C-1']],
    ['?before=nonsense', ['L-1', 'A-1', 'C-1']],
    ['?gateway=&status=&mode=&invoice_no=', ['L-1', 'A-1', 'C-1']],
  ])('is filtered by its address: %s', async (query, invoices) => {
    expect(await listed(await threePayments(), `transactions${query}`)).toEqual(invoices);
  });

  test('says that nothing matches, and offers the way back to all', async () => {
    const { text } = await (await threePayments()).fetch('/_sandbox/transactions?status=expired');
    expect(text).toContain('No payment matches');
    expect(text).toContain('<option value="expired" selected>expired</option>');
    expect(text).toContain('<a class="quiet-button" href="/_sandbox/transactions">Show all</a>');
  });

  test('shows a filter that is no choice, as text', async () => {
    const query = new URLSearchParams({ gateway: '"><script>', invoice_no: '"><img>' });
    const { text } = await (await freshSandbox()).fetch(`/_sandbox/transactions?${query}`);
    expect(text).toContain('<option value="&quot;&gt;&lt;script&gt;" selected>');
    expect(text).toContain('value="&quot;&gt;&lt;img&gt;"');
  });

  test('leads to older pages and back, with its filters', async () => {
    const sandbox = await freshSandbox();
    for (let n = 1; n <= 51; n += 1) await startCheckout(sandbox, 'cardgw', { invoice_no: `C-${n}` });
    const { text } = await sandbox.fetch('/_sandbox/transactions?gateway=cardgw');
    expect(shown(text)).toHaveLength(50);
    expect(text).toContain('data-newest="100051"');
    const [, older = ''] = /href="([^"]*)" rel="next"/.exec(text) ?? [];
    expect(unescaped(older)).toBe('/_sandbox/transactions?gateway=cardgw&before=100002');
    const second = await sandbox.fetch(unescaped(older));
    expect(shown(second.text)).toEqual(['C-1']);
    // Older pages do not update.
    expect(second.text).toContain('data-newest=""');
    expect(second.text).toContain('href="/_sandbox/transactions?gateway=cardgw" rel="first"');
  });

  test('offers accounts where there are several', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.fetch('/_sandbox/transactions')).text).not.toContain('<details class="switcher"');
    await sandbox.control('accounts', { id: 'other', name: 'Other' });
    const { text } = await sandbox.fetch('/_sandbox/transactions?verdict=told&before=9');
    expect(text).toContain(
      '<a data-every-account href="/_sandbox/transactions?verdict=told&amp;account=other">',
    );
    const narrowed = await sandbox.fetch('/_sandbox/transactions?account=other');
    expect(narrowed.text).toContain('href="/_sandbox/callbacks?account=other"');
    expect(narrowed.text).toContain('<input type="hidden" name="account" value="other">');
    expect(narrowed.text).toContain('href="/_sandbox/transactions"><bdi>All accounts</bdi>');
  });
});

describe('The list of requests', () => {
  test.each([
    ['', 4],
    ['?code=INVALID_INPUTS', 1],
    ['?status=4xx', 2],
    ['?status=2xx', 2],
    ['?status=5xx', 0],
    ['?gateway=aggregator', 1],
    ['?lint=with', 4],
    ['?lint=without', 0],
    ['?account=demo&status=4xx', 1],
  ])('is filtered by its address: %s', async (query, count) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'C-1' });
    await startCheckout(sandbox, 'aggregator', { invoice_no: 'A-1' });
    await sandbox.call('cardgw/confirm', {});
    await sandbox.call('cardgw/confirm', {}, { apiKey: 'wrong' });
    expect(await listed(sandbox, `requests${query}`)).toHaveLength(count);
  });

  test('names an endpoint by its name, and any other path whole', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('nothing/confirm');
    await sandbox.fetch('/api/v2/x', { method: 'POST' });
    expect(await listed(sandbox, 'requests')).toEqual(['/api/v2/x', 'nothing/confirm']);
  });
});

describe('The list of callbacks', () => {
  test.each([
    ['', 2],
    ['?status=held', 1],
    ['?status=delivered', 0],
    ['?invoice_no=INV-1', 1],
    ['?invoice_no=INV-1&status=held', 0],
  ])('is filtered by its address: %s', async (query, count) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw', { return_url: 'http://127.0.0.1:9/return' });
    await startCheckout(sandbox, 'cardgw', { return_url: 'http://127.0.0.1:9/return', invoice_no: 'INV-2' });
    await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    await sandbox.control('checkouts/token-2/approve', { hold: true });
    expect(await listed(sandbox, `callbacks${query}`)).toHaveLength(count);
  });
});

test.each(['__proto__', 'constructor', 'toString', '"><b>'])(
  'an unknown verdict %s has no icon',
  async (verdict) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw', {});
    const query = new URLSearchParams({ verdict });
    const { status, text } = await sandbox.fetch(`/_sandbox/transactions?${query}`);
    expect(status).toBe(200);
    expect(text).not.toMatch(/object Object|native code|undefined|<b>/);
  },
);
