import { describe, expect, test } from 'vitest';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('The tester tools', () => {
  test('stand beside the page in a wide window, and are a drawer at the bottom of a narrow one', async () => {
    const { redirectUrl } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor({ viewport: { width: 1280, height: 800 } });
    await page.goto(redirectUrl);
    await page.getByTestId('tool-approve').waitFor();
    const height = await page.evaluate('document.documentElement.scrollHeight');
    expect(height).toBe(800);
    const phone = await visitor({ viewport: { width: 375, height: 812 } });
    await phone.goto(redirectUrl);
    await expect.poll(() => phone.getByTestId('tool-approve').isVisible()).toBe(false);
    await openTools(phone);
    const drawer = await phone.locator('.dock').boundingBox();
    expect(drawer?.height).toBeLessThanOrEqual(0.82 * 812 + 1);
    await expect.poll(() => textOf(phone.getByTestId('tool-approve'))).toBe('Paid');
  });

  test('fill in the fields of a preset, and leave it when a field is changed by hand', async () => {
    const { redirectUrl, merchant } = await openCheckout('aggregator', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await openTools(page, 'advanced');
    await page.getByTestId('preset-late').check();
    await expect.poll(() => page.getByTestId('order').inputValue()).toBe('return-first');
    await expect.poll(() => page.getByTestId('delay').inputValue()).toBe('30s');
    await page.getByTestId('delay').fill('5s');
    await expect.poll(() => page.locator('[name="preset"]:checked').count()).toBe(0);
    await page.getByTestId('preset-twice').check();
    await expect.poll(() => page.getByTestId('order').inputValue()).toBe('together');
    await expect.poll(() => page.getByTestId('delay').inputValue()).toBe('');
    await page.getByTestId('tool-approve').click();
    await merchant.arrived(2);
  });

  test('show no preset after a change by hand, also in the other language', async () => {
    const { redirectUrl } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await openTools(page, 'advanced');
    await page.getByTestId('delay').fill('5s');
    await expect.poll(() => page.locator('[name="preset"]:checked').count()).toBe(0);
    await page.locator('.strip-link').click();
    await page.locator('html[lang="ar"]').waitFor();
    await expect.poll(() => page.getByTestId('delay').inputValue()).toBe('5s');
    await expect.poll(() => page.locator('[name="preset"]:checked').count()).toBe(0);
    await page.getByTestId('preset-late').check();
    await page.locator('.strip-link').click();
    await page.locator('html[lang="en"]').waitFor();
    await expect.poll(() => page.getByTestId('preset-late').isChecked()).toBe(true);
  });

  test('take a preset without JavaScript, and keep it on the next page', async () => {
    const { redirectUrl, sandbox } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(redirectUrl);
    await page.getByTestId('preset-lost').check();
    await page.getByTestId('tool-decline').click();
    await expect.poll(() => page.getByTestId('preset-lost').isChecked()).toBe(true);
    await expect.poll(() => page.getByTestId('order').inputValue()).toBe('return-only');
    await page.getByTestId('preset-normal').check();
    await page.getByTestId('tool-decline').click();
    await expect.poll(() => page.getByTestId('order').inputValue()).toBe('together');
    await page.getByTestId('preset-lost').check();
    await page.getByTestId('tool-approve').click();
    await page.waitForURL('**/return?**');
    const [callback] = (await sandbox.control('callbacks')).json.data;
    expect(callback.status).toBe('dropped');
  });

  test('hold the code’s message, which fills itself in', async () => {
    const { redirectUrl, status } = await openCheckout('localbankcards', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByRole('button', { name: / 1111 1111 1111/ }).click();
    await page.getByTestId('pay').click();
    await page.getByRole('button', { name: 'Fill in code' }).click();
    await expect.poll(() => page.getByTestId('code').inputValue()).toBe('123456');
    await page.getByTestId('pay').click();
    await page.waitForURL('**/return?**');
    await expect.poll(() => status()).toBe('completed');
  });

  test('leave nothing on the page where they are turned off', async () => {
    const { redirectUrl } = await openCheckout('cardgw', { lang: 'en' }, { testerTools: false });
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect
      .poll(() => page.locator('.dock, [data-card], [name="preset"], [data-testid^="tool"]').count())
      .toBe(0);
    await expect.poll(() => page.content()).not.toContain('4111');
  });
});

test('help, terms and privacy open in place, without JavaScript', async () => {
  const { redirectUrl } = await openCheckout('cardgw', { lang: 'en' });
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto(redirectUrl);
  await page.getByRole('button', { name: 'Terms' }).click();
  await page.getByText('Demo Shop sells the goods').waitFor();
});
