import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { freshHoldingMerchant } from '../support/fresh.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { choosePayment } from '../support/payment.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** The browser's "Stop" button. */
async function stopLoading(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
}

test('A checkout whose time ends while its form is answered is left to the answer', async () => {
  const gauge = { now: 0, most: 0 };
  const merchant = await freshHoldingMerchant(gauge);
  const { redirectUrl, sandbox } = await openCheckout(
    'cardgw',
    { lang: 'en', return_url: `${merchant.url}/return` },
    { settings: { checkout: { lifetime: '20s' }, callback: { timeout: '30s' } } },
  );
  const page = await visitor();
  await page.goto(redirectUrl);
  await openTools(page, 'advanced');
  await page.getByTestId('order').selectOption('callback-first');
  await choosePayment(page, 'cardgw', 1);
  // Listens from before the click, since the browser may report a request after the merchant has got the callback.
  const loaded: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()));
  await page.getByTestId('pay').click({ noWaitAfter: true });
  await expect.poll(() => gauge.now).toBe(1);
  // Within two seconds, the page knows that its time is over. A second later, it would load itself again.
  await sandbox.control('clock/advance', { by: '20s' });
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect(loaded).toEqual([new URL('/checkout/pay', redirectUrl).href]);
  merchant.release();
  await page.waitForURL(`${merchant.url}/return?**`);
});

describe('A checkout whose form was sent, and whose loading was then stopped', () => {
  test('goes on as the answer would have, once the callback has been answered', async () => {
    const gauge = { now: 0, most: 0 };
    const merchant = await freshHoldingMerchant(gauge);
    const { redirectUrl, status, sandboxUrl, token } = await openCheckout('cardgw', {
      lang: 'en',
      return_url: `${merchant.url}/return`,
    });
    const page = await visitor();
    await page.goto(redirectUrl);
    await openTools(page, 'advanced');
    await page.getByTestId('order').selectOption('callback-first');
    await choosePayment(page, 'cardgw', 1);
    await page.getByTestId('pay').click({ noWaitAfter: true });
    await expect.poll(() => gauge.now).toBe(1);
    await stopLoading(page);
    await expect.poll(status).toBe('completed');
    const state = async () => (await fetch(`${sandboxUrl}/checkout/state?token=${token}`)).json();
    await expect.poll(state).toMatchObject({ answering: true });
    merchant.release();
    await expect.poll(state).toMatchObject({ answering: false });
    await page.waitForURL(`${merchant.url}/return?**`);
  });

  test('can be sent again if the form never arrived', async () => {
    const { redirectUrl, status } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await choosePayment(page, 'cardgw', 1);
    const pay = page.getByTestId('pay');
    const label = await pay.textContent();
    await page.route('**/checkout/pay', () => undefined, { times: 1 });
    const asked = page.waitForRequest('**/checkout/pay');
    await pay.click({ noWaitAfter: true });
    await asked;
    await stopLoading(page);
    // Waits until it is enabled again.
    await pay.click({ trial: true });
    await expect.poll(() => pay.textContent()).toBe(label);
    await pay.click();
    await page.waitForURL('**/return?**');
    await expect.poll(status).toBe('completed');
  });
});

test('An open checkout says that there is no such payment once the sandbox was reset', async () => {
  const { redirectUrl, sandbox } = await openCheckout('cardgw', { lang: 'en' });
  const page = await visitor({ refusalsExpected: true });
  await page.goto(redirectUrl);
  await page.getByTestId('pay').waitFor();
  await sandbox.control('reset', {});
  await page.getByRole('heading', { name: 'Payment page not found' }).waitFor();
});
