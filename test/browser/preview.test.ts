import { expect, test } from 'vitest';
import { textOf } from '../support/customer.ts';
import { freshHoldingMerchant } from '../support/fresh.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { hearNothing } from '../support/payment.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

test('the preview follows what the tester chooses, and what is typed of a card stays in the page', async () => {
  const { redirectUrl } = await openCheckout('cardgw', { lang: 'en' });
  const page = await visitor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/preview')) sent.push(request.postData() ?? '');
  });
  await page.goto(redirectUrl);
  await page.getByTestId('number').fill('4111 1111 1111 1111');
  await page.getByTestId('cvc').fill('987');
  await page.getByTestId('holder').fill('Salem');
  await openTools(page, 'advanced', 'preview-fold');
  const url = page.getByTestId('preview-url');
  await expect.poll(() => textOf(url)).toContain('approved=1&amount=10.00&');
  await page.getByTestId('outcome').selectOption('cancel');
  await expect.poll(() => textOf(url)).toContain('canceled=1&amount=10.00&');
  await page.getByTestId('tamper').selectOption('amount');
  await expect.poll(() => textOf(url)).toContain('canceled=1&amount=110.00&');
  await page.getByTestId('delay').fill('soon');
  await expect
    .poll(() => textOf(page.getByTestId('preview')))
    .toBe('Correct the choices above to see the preview.');
  await page.getByTestId('delay').fill('4s');
  await page.getByTestId('tool-preview').click();
  await expect.poll(() => textOf(page.getByTestId('preview-callback'))).toContain('After 4 s');
  await expect.poll(() => page.getByTestId('number').inputValue()).toBe('4111 1111 1111 1111');
  expect(sent.length).toBeGreaterThan(3);
  for (const body of sent) expect(body).not.toMatch(/4111|987|Salem|number|cvc/);
});

test('what the preview showed is what the merchant gets', async () => {
  const { redirectUrl, merchant } = await openCheckout('aggregator', { lang: 'en' });
  const page = await visitor();
  await page.goto(redirectUrl);
  await openTools(page, 'advanced', 'preview-fold');
  await page.getByTestId('method-3').check();
  await page.getByTestId('tamper').selectOption('lower-case-hash');
  const body = page.getByTestId('preview-body');
  await expect.poll(() => body.textContent()).toMatch(/"method_3".*"hashed":"[0-9a-f]{64}"/);
  const shown = await body.textContent();
  await page.getByTestId('tool-approve').click();
  const [callback] = await merchant.arrived(1);
  expect(callback?.body).toBe(shown);
});

test('a payment that is sent right after a choice asks for no preview, so the browser returns to the merchant by itself', async () => {
  const merchant = await freshHoldingMerchant();
  const { redirectUrl } = await openCheckout('cardgw', { lang: 'en', return_url: `${merchant.url}/return` });
  const page = await visitor();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto(redirectUrl);
  await openTools(page, 'advanced', 'preview-fold');
  await expect.poll(() => paths).toContain('/checkout/preview');
  await page.evaluate(`{
    const order = document.querySelector('[data-testid="order"]');
    order.value = 'callback-first';
    order.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('[data-testid="tool-approve"]').click();
  }`);
  await merchant.arrived(1);
  // The answer waits for the merchant, so the page and its timer still exist.
  await page.clock.runFor(1000);
  merchant.release();
  await page.waitForURL('**/return?**');
  expect(paths.filter((path) => path === '/checkout/preview')).toHaveLength(1);
});

test('a preview of a payment that was decided elsewhere does not open its result', async () => {
  const { redirectUrl, sandbox, token, events } = await openCheckout('cardgw', { lang: 'en' });
  const page = await visitor();
  await hearNothing(page);
  await page.goto(redirectUrl);
  await openTools(page, 'advanced', 'preview-fold');
  await expect.poll(() => textOf(page.getByTestId('preview-url'))).toContain('approved=1');
  await sandbox.control(`checkouts/${token}/approve`, { hold: true });
  // The answer is a redirect that the page does not follow, and no event reports it while requests are
  // routed.
  const asked = page.waitForRequest((request) => /outcome=cancel/.test(request.postData() ?? ''));
  await page.getByTestId('outcome').selectOption('cancel');
  await asked;
  await page.getByTestId('tool-approve').click();
  await page.waitForURL('**/return?**');
  expect((await events()).filter((type) => type === 'checkout.returned')).toHaveLength(1);
});

test('without JavaScript a button shows it, and nothing has changed', async () => {
  const { redirectUrl, status } = await openCheckout('aggregator', { lang: 'en' });
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto(redirectUrl);
  await page.getByTestId('method-2').check();
  await openTools(page, 'advanced', 'preview-fold');
  await page.getByTestId('order').selectOption('return-first');
  await page.getByTestId('tool-preview').click();
  expect(JSON.parse(await textOf(page.getByTestId('preview-body'))).paymet_method).toBe('method_2');
  await expect.poll(() => page.getByTestId('method-2').isChecked()).toBe(true);
  await expect.poll(() => page.getByTestId('order').inputValue()).toBe('return-first');
  await expect
    .poll(() => page.getByTestId('preview').locator('h3').allTextContents())
    .toEqual(['Browser return', 'Callback']);
  await expect.poll(() => status()).toBe('started');
});

test('the link to the other language keeps what was chosen, and nothing of a card', async () => {
  const { redirectUrl } = await openCheckout('aggregator');
  const page = await visitor();
  await page.goto(redirectUrl);
  await page.getByTestId('method-4').check();
  await openTools(page, 'advanced', 'preview-fold');
  await page.getByTestId('delay').fill('7s');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
  await expect.poll(() => page.getByTestId('method-4').isChecked()).toBe(true);
  await expect.poll(() => page.getByTestId('delay').inputValue()).toBe('7s');
  await expect.poll(() => page.getByTestId('copies').isVisible()).toBe(true);
  await expect.poll(() => textOf(page.getByTestId('preview-callback'))).toContain('After 7 s');
  const card = await openCheckout('cardgw', { lang: 'en' });
  await page.goto(card.redirectUrl);
  await page.getByTestId('number').fill('4111 1111 1111 1111');
  await page.getByRole('link', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: 'الدفع بالبطاقة' }).waitFor();
  await expect.poll(() => page.getByTestId('number').inputValue()).toBe('');
  await expect.poll(() => page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
});
