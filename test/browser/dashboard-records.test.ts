import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookInBothThemes } from '../../scripts/preview/look.ts';
import { busySandbox } from '../support/busy-sandbox.ts';
import { openCheckout } from '../support/open-checkout.ts';
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
];

describe('Every page of transactions, requests and callbacks', () => {
  test.each(pages)(
    'has nothing for axe to find, light and dark, wide, at 200 % and at 320 px: /%s',
    async (path) => {
      const { sandboxUrl } = await busySandbox();
      const page = await visitor();
      await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      await openAll(page);
      // A window of 1280 px at 200 % is 640 px wide.
      for (const width of [1280, 640, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, ...(await lookInBothThemes(page))]).toEqual([width]);
      }
    },
  );

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
    await page.getByRole('button', { name: 'Send', exact: true }).click();
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
    expect(await page.locator('[data-tab="python"]').isVisible()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.tab-panel:visible').getAttribute('data-tab')).toBe('node');
  });
});

/** Everything that is folded is looked at too. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true');
}
