import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { textOf } from '../support/customer.ts';
import { type CheckoutToken, type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import { keepUnaware, passTime } from '../support/page-time.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** A 30-minute checkout with this many seconds left. */
async function endingIn(seconds: number, gateway: CheckoutToken = 'cardgw'): Promise<OpenCheckout> {
  const checkout = await openCheckout(gateway, { lang: 'en' });
  const { status } = await checkout.sandbox.control('clock/advance', { by: `${30 * 60 - seconds}s` });
  expect(status).toBe(200);
  return checkout;
}

describe('Two minutes before the end', () => {
  test('the page says so by itself, in a live region, and leaves the cursor where somebody types', async () => {
    const { redirectUrl, sandbox } = await endingIn(300);
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('number').pressSequentially('4111');
    await expect.poll(() => page.getByTestId('extend').isVisible()).toBe(false);
    await passTime(page, sandbox, 180_000);
    await page.getByTestId('extend').waitFor();
    const region = page.locator('[role="status"]:has([data-testid="extend"])');
    await expect.poll(() => region.getAttribute('aria-live')).toBe('assertive');
    await expect
      .poll(() => textOf(region))
      .toContain('Your time to pay is almost over. You can have more time.');
    await expect.poll(() => focused(page)).toBe('number');
  });

  test('more time is given without a reload: what is typed stays, and the cursor goes back to it', async () => {
    const { redirectUrl, events } = await endingIn(60);
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('holder').fill('Salem');
    await page.getByTestId('number').pressSequentially('4111');
    await page.getByTestId('extend').click();
    await page.getByText('You have more time now.').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByTestId('extend').isVisible()).toBe(false);
    await expect.poll(() => page.locator('[data-countdown]').textContent()).toMatch(/^(30:[0-5]\d|31:00)$/);
    await expect.poll(() => page.getByTestId('number').inputValue()).toBe('4111');
    await expect.poll(() => page.getByTestId('holder').inputValue()).toBe('Salem');
    await expect.poll(() => focused(page)).toBe('number');
    await expect.poll(() => events()).toContain('checkout.extended');
  });

  test('the keyboard reaches it, and Enter presses it', async () => {
    const { redirectUrl } = await endingIn(60, 'aggregator');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.testid')).toBe('extend');
    await page.keyboard.press('Enter');
    await page.getByText('You have more time now.').waitFor({ state: 'attached' });
  });

  test('asked for after the end, the page of the expired session comes', async () => {
    const { redirectUrl, sandbox } = await endingIn(60);
    // The script gets a 410, which the browser logs.
    const page = await visitor({ refusalsExpected: true });
    await page.goto(redirectUrl);
    await keepUnaware(page);
    await sandbox.control('clock/advance', { by: '2m' });
    await page.getByTestId('extend').click();
    await page.getByRole('heading', { name: 'This payment has expired' }).waitFor();
  });

  test('given in another tab, it is offered no longer in this one, and the cursor goes back', async () => {
    const { redirectUrl } = await endingIn(60);
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('holder').fill('Salem');
    await page.getByTestId('extend').focus();
    const other = await page.context().newPage();
    await other.goto(redirectUrl);
    await other.getByTestId('extend').click();
    await other.getByText('You have more time now.').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByTestId('extend').isVisible()).toBe(false);
    await expect.poll(() => focused(page)).toBe('holder');
  });

  test('when the sandbox is away, it says that there is no more time', async () => {
    const { redirectUrl } = await endingIn(60);
    const page = await visitor({ refusalsExpected: true });
    await page.goto(redirectUrl);
    await page.route('**/checkout/extend', (route) => route.abort());
    await page.getByTestId('extend').click();
    await page.getByText('More time could not be given.').waitFor();
    await expect.poll(() => page.getByTestId('extend').isVisible()).toBe(true);
    await page.unroute('**/checkout/extend');
    await page.getByTestId('extend').click();
    await page.getByText('You have more time now.').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('[data-offer]').textContent()).toBe('You can have more time.');
  });

  test('without JavaScript the page has it too, and gives more time', async () => {
    const { redirectUrl } = await endingIn(110, 'localbankcards');
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(redirectUrl);
    await page.getByTestId('extend').click();
    await page.waitForURL('**/checkout?token=*');
    await expect.poll(() => page.getByTestId('extend').isVisible()).toBe(false);
    await expect.poll(() => textOf(page.locator('[data-countdown]'))).toBe('32 min');
  });

  test.each(['ar', 'en'])('has nothing for axe to find in %s, in either theme and width', async (lang) => {
    const { redirectUrl } = await endingIn(60, 'localbankcards');
    const page = await visitor();
    await page.goto(`${redirectUrl}&lang=${lang}`);
    await page.getByTestId('extend').waitFor();
    expect(await lookAtWidths(page)).toEqual([]);
  });
});

function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.id');
}
