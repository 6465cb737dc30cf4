import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { busySandbox } from '../support/busy-sandbox.ts';
import { startCheckout } from '../support/checkouts.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const arabicInvoice = 'فاتورة المتجر الكبير في مدينة طرابلس القديمة قرب الميناء والسوق رقم سبعة';

test.each([320, 375, 768, 800, 1024, 1280])(
  'The latest API calls of the overview show their result at %i px',
  async (width) => {
    const { sandbox, sandboxUrl } = await busySandbox();
    await sandbox.call(`cardgw/confirm?amount=25.50&return_url=https://shop.test/${'x'.repeat(200)}`, {});
    const page = await visitor({ viewport: { width, height: 800 } });
    await page.goto(`${sandboxUrl}/_sandbox/`);
    const result = page.locator('.rows-latest-calls .result-words').first();
    await expect.poll(async () => (await result.boundingBox())?.width).toBeGreaterThan(100);
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  },
);

test.each([320, 768, 1280])('A long name of an unknown field widens no page at %i px', async (width) => {
  const { sandbox, sandboxUrl } = await openCheckout('cardgw');
  const name = 'field'.repeat(40);
  const { status } = await sandbox.call('cardgw/confirm', { amount: '10.00', [name]: 'x' });
  expect(status).toBe(422);
  const { data } = (await sandbox.control('requests')).json;
  const page = await visitor({ viewport: { width, height: 800 } });
  for (const path of [`requests/${data[0].id}`, 'requests', '']) {
    await page.goto(`${sandboxUrl}/_sandbox/${path}`);
    await page.locator('main').waitFor();
    await expect.poll(() => overflow(page), { message: path }).toBeLessThanOrEqual(0);
  }
});

test('A long name that somebody else has set widens no page', async () => {
  const { sandbox, sandboxUrl } = await openCheckout('cardgw');
  const page = await visitor({ viewport: { width: 320, height: 800 }, refusalsExpected: true });
  await page.goto(`${sandboxUrl}/_sandbox/account`);
  await sandbox.control('accounts/demo', { name: 'W'.repeat(70) }, 'PATCH');
  await page.getByLabel('Name', { exact: true }).first().fill('City Books');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

describe.each(['en', 'ar'])(
  'A long invoice number covers neither the amount nor another text, in %s',
  (lang) => {
    test.each(['localbankcards', 'cardgw', 'aggregator'] as const)('%s', async (gateway) => {
      const { redirectUrl } = await openCheckout(gateway, { invoice_no: 'a1b2c3d4'.repeat(25), lang });
      const page = await visitor();
      await page.goto(redirectUrl);
      for (const width of [320, 768, 900, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => page.evaluate(covered), { message: `${width} px` }).toEqual([]);
        await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
      }
    });
  },
);

describe.each(['en', 'ar'])('A long Arabic invoice number is cut at its end, in %s', (locale) => {
  test.each(['transactions', 'callbacks', 'requests', ''])('/%s', async (path) => {
    const { sandbox, sandboxUrl } = await busySandbox();
    const token = await startCheckout(sandbox, 'cardgw', { invoice_no: arabicInvoice });
    await sandbox.control(`checkouts/${token}/approve`, { hold: true });
    const page = await visitor({ locale, viewport: { width: 800, height: 800 } });
    await page.goto(`${sandboxUrl}/_sandbox/${path}`);
    await expect.poll(() => page.evaluate(startIsShown)).toBe(true);
  });
});

function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

/** The texts of the summary that the lines of the invoice number lie over. */
const covered = `(() => {
  const lines = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  };
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const invoice = lines(document.querySelector('[data-testid="invoice"]'));
  return [...document.querySelectorAll('[data-testid="amount"], .summary dt, .merchant-name, [data-countdown]')]
    .filter((each) => lines(each).some((a) => invoice.some((b) => over(a, b))))
    .map((each) => each.textContent);
})()`;

/** The end of the invoice number is where it is cut, and its first letter is in each box around it. */
const startIsShown = `(() => {
  const all = [...document.querySelectorAll('main :is(.main-cell, .about-cell) bdi')];
  const bdi = all.find((each) => each.textContent.startsWith('فاتورة'));
  const range = document.createRange();
  range.setStart(bdi.firstChild, 0);
  range.setEnd(bdi.firstChild, 1);
  const letter = range.getBoundingClientRect();
  const boxes = [bdi, bdi.closest('a') ?? bdi, bdi.closest('td')].map((each) => each.getBoundingClientRect());
  const isFromTheRight = getComputedStyle(bdi).direction === 'rtl';
  return isFromTheRight && boxes.every((box) => letter.left >= box.left - 1 && letter.right <= box.right + 1);
})()`;
