import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { busySandbox } from '../support/busy-sandbox.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const pages = [
  '',
  'transactions',
  'transactions?status=started&invoice_no=nothing',
  'transactions/100001',
  'requests',
  'requests/1',
  'requests/2',
  'requests/new',
  'requests/new?endpoint=aggregator/confirm',
  'callbacks',
  'callbacks/1',
  'callbacks/2',
];

describe('Every page of transactions, requests and callbacks', () => {
  test('has nothing for axe to find, light and dark, wide, at 200 % and at 320 px', async () => {
    const { sandbox, sandboxUrl } = await busySandbox();
    await holdACallback(sandbox);
    const page = await visitor();
    const found: Record<string, string[]> = {};
    for (const path of pages) {
      const answer = await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      expect([path, answer?.status()]).toEqual([path, 200]);
      await openAll(page);
      // A 1280 px window at 200 % zoom is 640 px wide.
      found[path] = await lookAtWidths(page, [1280, 640, 320]);
    }
    expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([]);
  }, 300_000);

  test('fits words that are wider than the window, also in the name of an account', async () => {
    const { sandbox, sandboxUrl } = await busySandbox();
    const wide = 'W'.repeat(90);
    for (const id of ['wide', 'wider']) await sandbox.control('accounts', { id, name: `${wide}${id}` });
    const fields = { ...rightFields['cardgw/confirm'], invoice_no: wide };
    await sandbox.call('cardgw/confirm', fields);
    await sandbox.call('cardgw/confirm', { ...fields, amount: wide });
    const page = await visitor();
    const found: Record<string, string[]> = {};
    for (const path of ['', 'transactions', 'requests', 'account?id=wide', 'search?q=WWW']) {
      await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      found[path] = await lookAtWidths(page, [1280, 768, 320]);
    }
    expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([]);
  });

  test('is reached from the timeline of a transaction, without JavaScript too', async () => {
    const { sandboxUrl } = await busySandbox();
    for (const javaScriptEnabled of [true, false]) {
      const page = await visitor({ javaScriptEnabled });
      const story = `${sandboxUrl}/_sandbox/transactions/100001`;
      for (const [name, path] of [
        ['Your app called confirm: 200', 'requests/1'],
        ['A callback is due', 'callbacks/1'],
        ['Attempt 1 of callback 1', 'callbacks/1#attempt-1'],
      ] as const) {
        await page.goto(story);
        await page.getByRole('link', { name }).click();
        await page.waitForURL(`${sandboxUrl}/_sandbox/${path}`);
      }
    }
  });
});

describe('Without JavaScript', () => {
  test('a call is sent, replayed, and its callback sent again, elsewhere and forged', async () => {
    const { sandboxUrl, sandbox, merchant, token } = await openCheckout('cardgw');
    await sandbox.control(`checkouts/${token}/approve`, {});
    await merchant.arrived(1);
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(`${sandboxUrl}/_sandbox/requests`);
    await page.locator('#main').getByRole('link', { name: 'Send a call' }).click();
    await page.getByLabel('Endpoint').selectOption('localbankcards/confirm');
    await page.getByRole('button', { name: 'Fill in its fields' }).click();
    await page.getByLabel('amount').fill('12.50');
    await page
      .getByRole('button', { name: /^Send\b/ })
      .last()
      .click();
    await page.waitForURL('**/requests/2');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.waitForURL('**/requests/3');
    expect((await sandbox.control('transactions?gateway=localbankcards')).json.data).toMatchObject([
      { amount: '12.50' },
      { amount: '12.50' },
    ]);

    await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Forged', { exact: true }).click();
    await page.getByLabel('Forgery').selectOption('no-hash');
    await page.getByRole('button', { name: 'Send forged' }).click();
    await merchant.arrived(3);
    expect(merchant.arrivals.map(({ url }) => url.includes('hashed='))).toEqual([true, true, false]);
  });

  test('each snippet of the overview has a tab, by the keyboard too', async () => {
    const { sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(`${sandboxUrl}/_sandbox/`);
    await page.locator('.keys > summary').click();
    await page.getByText('Python', { exact: true }).click();
    await expect.poll(() => page.locator('[data-tab="python"]').isVisible()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator('.tab-panel:visible').getAttribute('data-tab')).toBe('node');
  });
});

/** Adds a paid checkout whose callback, number 2, is held. */
async function holdACallback(sandbox: TestSandbox): Promise<void> {
  const fields = { ...rightFields['aggregator/confirm'], invoice_no: 'INV-2' };
  const { json } = await sandbox.call('aggregator/confirm', fields);
  const id = encodeURIComponent(json.result.redirect_url);
  expect((await sandbox.control(`checkouts/${id}/approve`, { hold: true })).status).toBe(200);
}

/** Opens everything that is folded, so that it is checked too. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true');
}
