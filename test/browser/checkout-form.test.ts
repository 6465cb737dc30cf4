import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const realCard = '5555 5555 5555 4444';

describe('the form', () => {
  test('says beside each field what is wrong with it, and puts the cursor there', async () => {
    const { redirectUrl, status } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('number').fill('4111 1111');
    await page.getByTestId('expiry').fill('13/30');
    await page.getByTestId('cvc').fill('12');
    await page.getByTestId('pay').click();
    await expect.poll(() => errorOf(page, 'number')).toBe('This card number is incomplete.');
    await expect
      .poll(() => errorOf(page, 'expiry'))
      .toBe('Enter the expiry date as MM/YY, for example 09/30.');
    await expect.poll(() => errorOf(page, 'cvc')).toBe('The security code has 3 or 4 digits.');
    await expect.poll(() => errorOf(page, 'holder')).toBe('Enter the name as it appears on the card.');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('number');
    await expect.poll(() => status()).toBe('started');
  });

  test('is filled in with a card that is valid in the year of the sandbox', async () => {
    const { sandbox, redirectUrl: now } = await openCheckout('cardgw');
    await sandbox.control('clock/freeze', { at: '2045-06-01T00:00:00Z' });
    const { json } = await sandbox.call('cardgw/confirm', {
      amount: '10.00',
      invoice_no: 'INV-2',
      return_url: 'http://127.0.0.1:9/return',
    });
    const page = await visitor();
    await page.goto(json.result.redirect_url);
    expect(json.result.redirect_url).not.toBe(now);
    await openTools(page);
    await page.locator('[data-outcome="decline"] button').click();
    await expect.poll(() => page.getByTestId('expiry').inputValue()).toBe('12/49');
    await page.getByTestId('pay').click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.locator('#expiry-error').count()).toBe(0);
  });

  test('takes card data with spaces, dashes, and invisible marks between the digits', async () => {
    const { redirectUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('number').fill('\u200e4111-1111\u200f 1111-1111');
    await expect.poll(() => page.getByTestId('number').inputValue()).toBe('4111 1111 1111 1111');
    await page.getByTestId('expiry').pressSequentially('\u200e12 / 2030');
    await page.getByTestId('cvc').fill('123\u200f');
    await page.getByTestId('holder').fill('Test Customer');
    await page.getByTestId('pay').click();
    await page.waitForURL('**/return?**');
  });

  test('of the aggregator asks for a method', async () => {
    const { redirectUrl, status } = await openCheckout('aggregator');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('pay').click();
    await expect.poll(() => textOf(page.locator('#method-error'))).toBe('اختر وسيلة الدفع.');
    await expect.poll(() => status()).toBe('started');
  });

  test('refuses a card that is not on the test list, and shows, stores and logs no digit of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const data = join(folder, 'data.sqlite');
    const { redirectUrl, sandbox, status } = await openCheckout('cardgw', { lang: 'en' }, { data });
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('number').fill(realCard);
    await page.getByTestId('expiry').fill('12/30');
    await page.getByTestId('cvc').fill('987');
    await page.getByTestId('holder').fill('Salem Real');
    await page.getByTestId('pay').click();
    await expect
      .poll(() => errorOf(page, 'number'))
      .toBe('Only test cards work here. Do not enter a real card.');
    const html = await page.content();
    for (const typed of [realCard, '5555555555554444', '4444', '12/30', '987', 'Salem Real'])
      expect(html).not.toContain(typed);
    for (const field of ['number', 'expiry', 'cvc', 'holder'])
      await expect.poll(() => page.getByTestId(field).inputValue()).toBe('');
    await expect.poll(() => status()).toBe('started');
    await sandbox.stop();
    expect(bytesIn(folder)).toContain('INV-1');
    expect(bytesIn(folder)).not.toMatch(/5555 ?5555|Salem Real|%205555|5555\+5555/);
  });

  test('understands Arabic-Indic digits', async () => {
    const { redirectUrl, status } = await openCheckout('localbankcards');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('number').pressSequentially('٩١١١١١١١١١١١١١١١');
    await page.getByTestId('expiry').pressSequentially('١٢٣٠');
    await expect.poll(() => page.getByTestId('number').inputValue()).toBe('٩١١١ ١١١١ ١١١١ ١١١١');
    await expect.poll(() => page.getByTestId('expiry').inputValue()).toBe('١٢/٣٠');
    await page.getByTestId('pay').click();
    await page.getByTestId('code').waitFor();
    // The page's script has run by then.
    await page.waitForLoadState('domcontentloaded');
    await page.getByTestId('code').pressSequentially('١٢٣٤٥٦');
    await page.waitForURL('**/return?**');
    await expect.poll(() => status()).toBe('completed');
  });

  test('keeps what the tester chose when a field is wrong', async () => {
    const { redirectUrl } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await openTools(page, 'advanced');
    await page.getByTestId('order').selectOption('callback-only');
    await page.getByTestId('delay').fill('2s');
    await page.getByTestId('copies').fill('3');
    await page.getByTestId('pay').click();
    await page.locator('.notice').waitFor();
    await expect.poll(() => page.getByTestId('order').inputValue()).toBe('callback-only');
    await expect.poll(() => page.getByTestId('delay').inputValue()).toBe('2s');
    await expect.poll(() => page.getByTestId('copies').inputValue()).toBe('3');
  });
});

function errorOf(page: Page, field: string): Promise<string> {
  return textOf(page.locator(`#${field}-error`));
}

/** The content of all files in a folder, as Latin-1. */
function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');
}
