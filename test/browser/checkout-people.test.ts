import { describe, expect, test } from 'vitest';
import { look } from '../../scripts/preview/look.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const gateways = ['localbankcards', 'cardgw', 'aggregator'] as const;

describe('With the keyboard alone', () => {
  test('a card pays: Tab from field to field, and Enter', async () => {
    const { redirectUrl, status } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('العربية');
    for (const typed of ['4111111111111111', '1230', '123', 'Salem']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/return?gateway=cardgw&approved=1&**');
    await expect.poll(() => status()).toBe('completed');
  });

  test('a method is chosen with the arrows, and the tester tools open and decline', async () => {
    const { redirectUrl } = await openCheckout('aggregator', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByTestId('method-2').isChecked()).toBe(true);
    const focused = () => page.evaluate('document.activeElement.dataset.testid');
    for (const id of ['pay', 'cancel']) {
      await page.keyboard.press('Tab');
      await expect.poll(() => focused()).toBe(id);
    }
    // Tab stops: the footer, the heading of the tools, and Paid.
    for (let stops = 0; stops < 6; stops += 1) await page.keyboard.press('Tab');
    await expect.poll(() => focused()).toBe('tool-decline');
    await page.keyboard.press('Enter');
    await page.getByTestId('notice').waitFor();
    await expect.poll(() => page.getByTestId('method-2').isChecked()).toBe(true);
  });
});

describe('On paper', () => {
  test.each(gateways)('%s: amount, merchant and invoice, without buttons and tools', async (gateway) => {
    const { redirectUrl } = await openCheckout(gateway, { lang: 'en' });
    const page = await visitor({ colorScheme: 'dark' });
    await page.goto(redirectUrl);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const id of ['amount', 'invoice'])
      await expect.poll(() => page.getByTestId(id).isVisible()).toBe(true);
    for (const id of ['pay', 'cancel', 'tools', 'extend'])
      await expect.poll(() => page.getByTestId(id).isVisible(), { message: id }).toBe(false);
    await expect
      .poll(() => page.evaluate('getComputedStyle(document.documentElement).backgroundColor'))
      .toBe('rgb(255, 255, 255)');
    expect(await look(page)).toEqual([]);
  });

  test('the page of a payment that is complete', async () => {
    const { redirectUrl, sandbox, token } = await openCheckout('aggregator', { lang: 'ar' });
    await sandbox.control(`checkouts/${token}/approve`, {});
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => textOf(page.locator('h1'))).toBe('تمت عملية الدفع بنجاح');
    await expect.poll(() => page.getByTestId('return-link').isVisible()).toBe(false);
    expect(await look(page)).toEqual([]);
  });
});

test('at 200 % text size everything fits into the window, with the tester tools open and the time nearly over', async () => {
  for (const gateway of gateways) {
    const { redirectUrl, sandbox } = await openCheckout(gateway);
    await sandbox.control('clock/advance', { by: '29m' });
    const page = await visitor({ viewport: { width: 640, height: 800 } });
    await page.goto(redirectUrl);
    await openTools(page, 'advanced', 'preview-fold');
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      .toBeLessThanOrEqual(0);
  }
});
