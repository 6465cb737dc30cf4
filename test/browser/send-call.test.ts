import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

async function openForm(): Promise<Page> {
  const sandbox = await freshSandbox({ runningClock: true });
  await sandbox.control('accounts', { id: 'other', name: 'Other' });
  const page = await visitor({ locale: 'en-GB' });
  await page.goto(`${await sandbox.listen()}/_sandbox/requests/new?endpoint=localbankcards/confirm`);
  await page.waitForLoadState('load');
  return page;
}

const focused = (page: Page) => page.evaluate('document.activeElement?.id');

describe('"Send a call" by keyboard', () => {
  test('another endpoint is filled in in place: the focus and what was typed stay', async () => {
    const page = await openForm();
    await page.locator('#field-amount').fill('77.77');
    await page.locator('#field-invoice_no').fill('MINE');
    await page.locator('#encoding').selectOption('json');
    await page.evaluate('window.isSame = true');
    await page.locator('#endpoint').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('#call').textContent()).toBe('cardgw/confirm');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('#call').textContent()).toBe('aggregator/confirm');
    await expect.poll(() => focused(page)).toBe('endpoint');
    await expect.poll(() => page.locator('#field-amount').inputValue()).toBe('77.77');
    await expect.poll(() => page.locator('#field-invoice_no').inputValue()).toBe('MINE');
    await expect.poll(() => page.locator('#encoding').inputValue()).toBe('json');
    await expect.poll(() => page.locator('#field-callback_url').inputValue()).toMatch(/^http/);
    await expect.poll(() => page.evaluate('window.isSame')).toBe(true);
    await expect.poll(() => new URL(page.url()).searchParams.get('endpoint')).toBe('aggregator/confirm');
  });

  test('what was typed comes back after an endpoint without that field', async () => {
    const page = await openForm();
    await page.locator('#field-invoice_no').fill('MINE');
    await page.locator('#endpoint').selectOption('walletB/verify');
    await expect.poll(() => page.locator('#field-invoice_no').count()).toBe(0);
    await page.locator('#endpoint').selectOption('cardgw/confirm');
    await expect.poll(() => page.locator('#field-invoice_no').inputValue()).toBe('MINE');
  });

  test('another account is chosen for the whole page', async () => {
    const page = await openForm();
    await page.locator('#account').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.switcher summary bdi').textContent()).toBe('Other');
    await expect.poll(() => focused(page)).toBe('account');
    await expect
      .poll(() => page.locator('.rail a[href*="clock"]').getAttribute('href'))
      .toBe('/_sandbox/clock?account=other');
    await page.locator('[data-call] button[type="submit"]').click();
    await page.waitForURL('**/requests/1?account=other');
  });
});
