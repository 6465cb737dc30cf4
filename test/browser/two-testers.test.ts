import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('Two testers at once', () => {
  test('the second save of an account says what the first one changed, and loses nothing', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const [first, second] = [await visitor(), await visitor()];
    for (const page of [first, second]) await page.goto(`${sandboxUrl}/_sandbox/account`);
    await first.getByLabel('Name', { exact: true }).first().fill('City Books');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.waitForURL('**/account?id=demo&done=account');
    await second.getByLabel('Name', { exact: true }).first().fill('Harbor Books');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => textOf(second.getByRole('alert')))
      .toContain('It is now: Name: \u2068City Books\u2069.');
    await expect
      .poll(() => second.getByLabel('Name', { exact: true }).first().inputValue())
      .toBe('Harbor Books');
    expect((await sandbox.control('accounts/demo')).json.name).toBe('City Books');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await second.waitForURL('**/account?id=demo&done=account');
    expect((await sandbox.control('accounts/demo')).json.name).toBe('Harbor Books');
  });

  test('the second save of one name is saved too', async () => {
    const { sandboxUrl } = await openCheckout('cardgw');
    const [first, second] = [await visitor(), await visitor()];
    for (const page of [first, second]) await page.goto(`${sandboxUrl}/_sandbox/account`);
    for (const page of [first, second]) {
      await page.getByLabel('Name', { exact: true }).first().fill('City Books');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL('**/account?id=demo&done=account');
    }
  });

  test('the second change of the weather says what it is now', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const [first, second] = [await visitor(), await visitor()];
    for (const page of [first, second]) await page.goto(`${sandboxUrl}/_sandbox/faults`);
    await first.getByRole('radio', { name: 'Storm' }).check();
    await first.getByRole('button', { name: 'Set the weather' }).click();
    await first.waitForURL('**/faults?done=weather');
    await second.locator('.weather-now', { hasText: 'Storm' }).waitFor();
    await second.locator('#weather').getByLabel('Seed', { exact: true }).fill('7');
    await second.getByRole('button', { name: 'Set the weather' }).click();
    await expect
      .poll(() => textOf(second.getByRole('alert')))
      .toContain('It is now: Weather: \u2068Storm\u2069 ·');
    expect((await sandbox.control('settings')).json.weather).toBe('storm');
  });

  test('the second change of a setting says what it is now', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const [first, second] = [await visitor(), await visitor()];
    for (const page of [first, second]) await page.goto(`${sandboxUrl}/_sandbox/settings?q=otp.attempts`);
    const change = async (page: typeof first, value: string) => {
      const form = page.locator('[id="otp.attempts"] form');
      await form.locator('input[type="text"]').fill(value);
      // Enter sends the version too, which is the value of the button.
      await form.locator('input[type="text"]').press('Enter');
    };
    await change(first, '3');
    await first.waitForURL('**/settings?done=otp.attempts**');
    await change(second, '9');
    await expect.poll(() => textOf(second.getByRole('alert'))).toContain('It is now 3.');
    expect((await sandbox.control('settings')).json.otp.attempts).toBe(3);
  });

  test('a tester sees the fault that another one adds, and that it is gone', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/transactions`);
    await page.locator('[data-live="on"]').waitFor();
    const { json } = await sandbox.control('faults', { effect: { hang: true } });
    await page.locator('.chip', { hasText: '1 fault' }).waitFor();
    await expect.poll(() => railCount(page, 'faults')).toBe('1 active');
    await sandbox.control(`faults/${json.id}`, undefined, 'DELETE');
    await page.locator('.chip', { hasText: '1 fault' }).waitFor({ state: 'detached' });
    await expect.poll(() => railCount(page, 'faults')).toBe('');
  });

  test('the rail and the filters count what happens, in the language of the page', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const [first, second] = [await visitor(), await visitor()];
    await first.goto(`${sandboxUrl}/_sandbox/requests?status=4xx`);
    await second.goto(`${sandboxUrl}/_sandbox/requests?lang=ar`);
    for (const page of [first, second]) await page.locator('[data-live="on"]').waitFor();
    await sandbox.call('walletA/verify', {});
    await expect.poll(() => railCount(first, 'requests')).toBe('1 rejected in the last hour');
    await expect.poll(() => railCount(second, 'requests')).toBe('1 مرفوضة في الساعة الأخيرة');
    for (const page of [first, second])
      await expect.poll(() => page.locator('.tally').allTextContents()).toEqual(['2', '1', '1', '']);
    // Each keeps what it showed: the filter, and no row that came later.
    await expect.poll(() => first.locator('[data-row]').count()).toBe(0);
    await expect.poll(() => second.locator('[data-row]').count()).toBe(1);
  });

  test('one ends the checkout that the other has open, which then says so and keeps no form', async () => {
    const { sandboxUrl, redirectUrl, status } = await openCheckout('aggregator');
    const [first, second] = [await visitor(), await visitor()];
    for (const page of [first, second]) await page.goto(redirectUrl);
    await second.getByTestId('method-3').check();
    await first.getByTestId('tool-cancel').click();
    await first.getByTestId('result-status').waitFor();
    await second.getByTestId('result-status').waitFor();
    await expect.poll(() => second.getByTestId('pay').count()).toBe(0);
    expect(await status()).toBe('canceled');
    await second.goto(`${sandboxUrl}/_sandbox/transactions`);
    await expect.poll(() => second.locator('[data-row]').count()).toBe(1);
  });
});

/** What the rail counts beside a page's name. */
function railCount(page: Page, section: string): Promise<string> {
  return textOf(page.locator(`[data-count="${section}"]`));
}

describe('A call that was refused', () => {
  test('names each wrong field, marks it among those that were sent, and keeps the passed checks in one line', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    await sandbox.call('aggregator/confirm', { amount: '10.00', return_url: 'nonsense' });
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/requests/2`);
    const wrong = await textOf(page.getByTestId('wrong-fields'));
    for (const field of ['return_url', 'callback_url', 'mobile_number']) expect(wrong).toContain(field);
    await expect.poll(() => page.locator('.fact-wrong dt').allInnerTexts()).toEqual(['return_url']);
    await expect.poll(() => page.locator('.fact-missing dt').allInnerTexts()).toContain('callback_url');
    await expect.poll(() => page.locator('.timeline [data-outcome="ok"]').first().isVisible()).toBe(false);
    await page.getByText('checks passed').click();
    await expect.poll(() => page.locator('.timeline [data-outcome="ok"]').first().isVisible()).toBe(true);
  });
});
