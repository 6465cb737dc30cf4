import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type CheckoutToken, type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import { choosePayment, hearNothing, payThrough, typeSentCode } from '../support/payment.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const steps = {
  localbankcards: ['otp.sent', 'otp.used'],
  aggregator: ['checkout.method_chosen'],
  cardgw: [],
} as const;

describe('Pay', () => {
  test.each(['localbankcards', 'aggregator'] as const)('%s: a double click pays once', async (gateway) => {
    const checkout = await openCheckout(gateway);
    const page = await visitor();
    await page.goto(checkout.redirectUrl);
    await toLastStep(page, checkout, gateway);
    await page.getByTestId('pay').dblclick();
    await page.waitForURL(gateway === 'aggregator' ? '**/result?**' : '**/return?**');
    await expectOneCompletion(checkout, gateway);
  });

  test('without JavaScript a double click pays once', async () => {
    const checkout = await openCheckout('aggregator');
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(checkout.redirectUrl);
    await page.getByTestId('method-4').check();
    await page.getByTestId('pay').click();
    await page.getByTestId('number').fill('9111111111111111');
    await page.getByTestId('expiry').fill('12/49');
    await page.getByTestId('pay').dblclick();
    await page.getByTestId('return-link').waitFor();
    await expectOneCompletion(checkout, 'aggregator');
  });

  test('in two tabs at once pays once, and both see it paid', async () => {
    const checkout = await openCheckout('aggregator');
    const tabs = [await visitor(), await visitor()] as const;
    const [first, second] = tabs;
    await first.goto(checkout.redirectUrl);
    await toLastStep(first, checkout, 'aggregator');
    await second.goto(checkout.redirectUrl);
    await choosePayment(second, 'localbankcards');
    await Promise.all(tabs.map((page) => page.getByTestId('pay').click()));
    for (const page of tabs) await expectEnded(page, 'paid');
    await expectOneCompletion(checkout, 'aggregator');
  });

  test('after another tab has canceled changes nothing', async () => {
    const checkout = await openCheckout('aggregator');
    const [late, early] = [await visitor(), await visitor()];
    await hearNothing(late);
    await late.goto(checkout.redirectUrl);
    await early.goto(checkout.redirectUrl);
    await early.getByTestId('cancel').click();
    await expectEnded(early, 'canceled');
    await choosePayment(late, 'aggregator');
    await late.getByTestId('pay').click();
    await expectEnded(late, 'canceled');
    await expect.poll(() => checkout.status()).toBe('canceled');
    expect(checkout.merchant.arrivals).toEqual([]);
  });
});

describe('Back', () => {
  test('after paying with a method shows how the session ended, never a live form', async () => {
    const { redirectUrl, sandbox } = await openCheckout('aggregator');
    const page = await visitor();
    await page.goto(redirectUrl);
    await payThrough(page, sandbox, 'aggregator', 5);
    await expectEnded(page, 'paid');
    await page.goBack();
    await expectEnded(page, 'paid');
    await page.goBack();
    await expect.poll(() => page.url()).toBe(redirectUrl);
    await expectEnded(page, 'paid');
  });

  test('from the shop after paying by card shows how the session ended, and the shop is not visited again', async () => {
    const { redirectUrl, merchant, returns } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await choosePayment(page, 'cardgw');
    await page.getByTestId('pay').click();
    await page.waitForURL('**/return?**');
    await merchant.arrived(2);
    await page.goBack();
    await expectEnded(page, 'paid');
    expect(returns()).toBe(2);
  });

  test('to a page in the back-forward cache asks the server for it again', async () => {
    const { redirectUrl, sandbox, token } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('pay').waitFor();
    await sandbox.control(`checkouts/${token}/approve`, { order: 'return-only' });
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expectEnded(page, 'paid');
  });

  test('to a form that was refused asks for the page, not for the form to be sent again', async () => {
    const { redirectUrl, sandbox, token } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByTestId('pay').click();
    await page.locator('.notice').waitFor();
    await sandbox.control(`checkouts/${token}/approve`, { order: 'return-only' });
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expectEnded(page, 'paid');
  });
});

describe('without JavaScript', () => {
  test.each(['localbankcards', 'cardgw'] as const)(
    '%s is paid by typing, and the browser goes back',
    async (gateway) => {
      const { redirectUrl, sandbox, status } = await openCheckout(gateway);
      const page = await visitor({ javaScriptEnabled: false });
      await page.goto(redirectUrl);
      await expect
        .poll(() => page.locator('[data-copy]:visible, [data-needs-script]:visible').count())
        .toBe(0);
      await page.getByTestId('number').fill(gateway === 'cardgw' ? '4111111111111111' : '9111111111111111');
      await page.getByTestId('expiry').fill('12/49');
      if (gateway === 'cardgw') {
        await page.getByTestId('cvc').fill('123');
        await page.getByTestId('holder').fill('Test Customer');
      }
      await page.getByTestId('pay').click();
      if (gateway === 'localbankcards') {
        await typeSentCode(page, sandbox);
        await page.getByTestId('pay').click();
      }
      await page.waitForURL('**/return?**');
      await expect.poll(() => status()).toBe('completed');
    },
  );

  test('the tester’s tools and Cancel work', async () => {
    const { redirectUrl, status } = await openCheckout('aggregator', { lang: 'en' });
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(redirectUrl);
    await openTools(page);
    await page.getByTestId('tool-decline').click();
    await page.getByTestId('notice').waitFor();
    await page.getByTestId('cancel').click();
    await page.getByTestId('return-link').click();
    await page.waitForURL('**/return?approved=0&**');
    await expect.poll(() => status()).toBe('canceled');
  });
});

/** Goes to the page whose Pay button completes the payment, and fills it in. */
async function toLastStep(page: Page, { sandbox }: OpenCheckout, gateway: CheckoutToken): Promise<void> {
  await choosePayment(page, gateway, 4);
  await page.getByTestId('pay').click();
  if (gateway === 'aggregator') return choosePayment(page, 'localbankcards');
  await typeSentCode(page, sandbox);
}

async function expectEnded(page: Page, state: string): Promise<void> {
  await page.locator(`[data-testid="result-status"][data-state="${state}"]`).waitFor();
  await page.waitForLoadState('domcontentloaded');
  await expect.poll(() => page.locator('form').count()).toBe(0);
}

async function expectOneCompletion(
  { sandbox, merchant, events, status }: OpenCheckout,
  gateway: CheckoutToken,
): Promise<void> {
  const { json } = await sandbox.control('callbacks/settled?wait=50s', undefined, 'POST');
  expect(json).toEqual({ settled: true });
  await expect.poll(() => status()).toBe('completed');
  const told = ['transaction.started', ...steps[gateway], 'transaction.completed', 'callback.created'];
  expect((await events()).slice(0, told.length)).toEqual(told);
  expect((await events()).filter((type) => type === 'transaction.completed')).toHaveLength(1);
  const callbacks = merchant.arrivals.filter(({ headers }) => headers['user-agent'] === 'gateway-sandbox');
  expect(callbacks).toHaveLength(1);
}
