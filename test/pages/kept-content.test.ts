import { describe, expect, test } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { demoAccount, rightFields, type TestSandbox } from '../support/sandbox.ts';

const pages = ['inbox', 'inbox/0945678901', 'transactions', 'requests'] as const;

async function withRows(): Promise<TestSandbox> {
  const sandbox = await freshSandbox({
    accounts: [demoAccount, { ...demoAccount, id: 'other', ...otherKeys }],
  });
  await startCheckout(sandbox, 'aggregator', { invoice_no: 'A-1' });
  await verified(sandbox);
  await sandbox.call('walletB/verify', {}, { token: 'wrong' });
  return sandbox;
}

const otherKeys = { api_key: 'other-key', access_tokens: { test: 'other-test', live: 'other-live' } };

async function verified(sandbox: TestSandbox): Promise<void> {
  await sandbox.call('walletB/verify', rightFields['walletB/verify']);
}

let asked = 0;

/** The same page, rendered again: the query is part of what is kept, but shows nothing. */
function uncached(path: string): string {
  asked += 1;
  return `${path}?${path.startsWith('inbox') ? 'open' : 'x'}=0${asked}`;
}

async function main(sandbox: TestSandbox, path: string, lang = 'en'): Promise<string> {
  const { status, text } = await sandbox.fetch(`/_sandbox/${path}`, { headers: { 'Accept-Language': lang } });
  expect(status).toBe(200);
  // Without the time at which the page was sent.
  return /<main[^>]*>(.*)<\/main>/s.exec(text)?.[1] ?? '';
}

type Change = readonly [
  what: string,
  changed: readonly (typeof pages)[number][],
  act: (s: TestSandbox) => Promise<unknown>,
];

const changes: readonly Change[] = [
  ['a new code', pages, verified],
  [
    'a code that was used up',
    ['inbox', 'inbox/0945678901'],
    (s) => s.fetch('/_sandbox/inbox/1/lock', { method: 'POST' }),
  ],
  ['a decided payment', ['transactions'], (s) => s.control('checkouts/token-1/approve', {})],
  ['a call without valid keys', ['requests'], (s) => s.call('walletB/verify', {}, { token: 'wrong' })],
  ['the time, but not enough for a code to expire', pages, (s) => s.control('clock/advance', { by: '61s' })],
  ['the time, so that codes expire', pages, (s) => s.control('clock/advance', { by: '2h' })],
  [
    'a setting',
    ['transactions', 'requests'],
    (s) => s.control('settings', { retention: { transactions: 1700, requests: 1700 } }, 'PATCH'),
  ],
  ['a reset', pages, (s) => s.control('reset', {})],
];

describe('What is kept of a page', () => {
  test.each(changes)('shows %s', async (_, changed, act) => {
    const sandbox = await withRows();
    const before = new Map<string, string>();
    for (const path of pages) before.set(path, await main(sandbox, path));
    await act(sandbox);
    for (const path of pages) {
      const after = await main(sandbox, path);
      expect(after).toBe(await main(sandbox, uncached(path)));
      if (changed.includes(path)) expect(after).not.toBe(before.get(path));
    }
  });

  test.each(pages)('of %s is of one language', async (path) => {
    const sandbox = await withRows();
    const english = await main(sandbox, path);
    const arabic = await main(sandbox, path, 'ar');
    expect(arabic).not.toBe(english);
    expect(arabic).toMatch(/[\u0600-\u06ff]/);
    expect(await main(sandbox, path)).toBe(english);
  });

  test.each(['transactions', 'requests'])('of %s is of one account', async (path) => {
    const sandbox = await withRows();
    const row = /<tr role="row" data-row/;
    expect(await main(sandbox, `${path}?account=demo`)).toMatch(row);
    expect(await main(sandbox, `${path}?account=other`)).not.toMatch(row);
    expect(await main(sandbox, `${path}?account=demo`)).toMatch(row);
  });

  test('is of one search, whatever its text', async () => {
    const sandbox = await withRows();
    const long = 'x'.repeat(600);
    for (const search of ['nothing', long, ...Array.from({ length: 30 }, (_, index) => `n-${index}`)])
      expect(await main(sandbox, `inbox?search=${search}`)).toContain(`value="${search}"`);
    expect(await main(sandbox, `inbox?search=${long}`)).not.toContain('data-testid="otp"');
    expect(await main(sandbox, 'inbox')).toContain('data-testid="otp"');
  });

  test.each(['transactions', 'requests'])('of %s is not what a link checker asked for', async (path) => {
    const sandbox = await withRows();
    const headers = { Referer: `http://127.0.0.1:4700/_sandbox/${path}` };
    const { status } = await sandbox.fetch(`/_sandbox/${path}?mode=live&status=5xx`, {
      method: 'HEAD',
      headers,
    });
    expect(status).toBe(200);
    expect(await main(sandbox, path)).toBe(await main(sandbox, uncached(path)));
  });

  test('leaves no place of a later text', async () => {
    const sandbox = await withRows();
    for (const path of pages) expect(await main(sandbox, path)).not.toContain('later-');
  });
});
