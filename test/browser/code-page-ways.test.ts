import { describe, expect, test } from 'vitest';
import { words } from '../../src/pages/words/words.ts';
import { openCodePage } from '../support/code-page.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { passTime } from '../support/page-time.ts';
import { choosePayment, hearNothing, typeSentCode } from '../support/payment.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('The page that asks for the code', () => {
  test('shows the number without its middle, and opens its inbox beside the checkout', async () => {
    const { page } = await openCodePage(visitor, 'localbankcards');
    await expect.poll(() => textOf(page.getByTestId('phone-number'))).toBe('091••••001');
    const opened = page.waitForEvent('popup');
    await page.getByTestId('open-phone').click();
    const phone = await opened;
    await phone.setViewportSize({ width: 380, height: 800 });
    await expect.poll(() => textOf(phone.getByTestId('code').first())).toBe('123456');
    await expect.poll(() => new URL(phone.url()).hash).toBe('#otp-1');
    await page.getByTestId('code').fill('123456');
    await page.getByTestId('pay').click();
    await page.waitForURL('**/return?**');
  });

  test('counts down, and says by itself that the code has expired', async () => {
    const { page, sandbox } = await openCodePage(visitor, 'localbankcards');
    await passTime(page, sandbox, 5 * 60_000);
    await page.getByText(words.en.steps.code.expired).waitFor();
  });

  test('is the same after a reload, Back and forth, in a second tab and in the other language', async () => {
    const { page, redirectUrl, sandbox, status, events } = await openCodePage(visitor, 'aggregator');
    await hearNothing(page);
    await page.reload();
    await page.getByTestId('code').waitFor();
    await page.goBack();
    await page.getByTestId('code').waitFor();
    const second = await visitor();
    await second.goto(redirectUrl);
    await second.getByTestId('code').waitFor();
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.getByRole('heading', { name: words.ar.steps.code.heading }).waitFor();
    expect((await events()).filter((type) => type === 'otp.sent')).toHaveLength(1);
    await typeSentCode(second, sandbox);
    await second.getByTestId('pay').click();
    await second.getByTestId('return-link').waitFor();
    await typeSentCode(page, sandbox);
    await page.getByTestId('pay').click();
    await page.locator('[data-testid="result-status"][data-state="paid"]').waitFor();
    await expect.poll(() => status()).toBe('completed');
  });

  test('shows where the session is to a second tab that is still on the first page', async () => {
    const checkout = await openCheckout('aggregator', { lang: 'en' });
    const [early, late] = [await visitor(), await visitor()];
    for (const page of [early, late]) {
      await hearNothing(page);
      await page.goto(checkout.redirectUrl);
      await choosePayment(page, 'aggregator', page === early ? 1 : 4);
    }
    await early.getByTestId('pay').click();
    await early.getByTestId('code').waitFor();
    await late.getByTestId('pay').click();
    await late.getByTestId('code').waitFor();
    await expect.poll(() => textOf(late.getByTestId('chosen-method'))).toBe('Mobile wallet');
  });

  test('follows what another tab, the phone and the clock do to it', async () => {
    const { page, redirectUrl, sandbox } = await openCodePage(visitor, 'localbankcards');
    await sandbox.control('otps/1/expire', {});
    await page.getByText(words.en.steps.code.expired).waitFor();
    const timeLeft = () => page.locator('[data-countdown]').textContent();
    await expect.poll(timeLeft).toMatch(/^(29|30):/);
    await sandbox.control('clock/advance', { by: '20m' });
    await expect.poll(timeLeft).toMatch(/^(9|10):/);
    const other = await visitor();
    await other.goto(redirectUrl);
    await other.getByTestId('back').click();
    await page.getByTestId('number').waitFor();
  });

  test('sends itself when the last digit is typed, and tells the tries that are left', async () => {
    const { page, status } = await openCodePage(visitor, 'localbankcards');
    await page.getByText(words.en.steps.code.triesLeft(5)).waitFor();
    await page.waitForLoadState('load');
    await page.keyboard.type('000000');
    await page.getByTestId('code-error').waitFor();
    await expect
      .poll(() => textOf(page.getByTestId('code-error')))
      .toContain(words.en.steps.code.triesLeft(4));
    // The script that sends the code runs before this event.
    await page.waitForLoadState('load');
    await page.keyboard.type('123456');
    await page.waitForURL('**/return?**');
    await expect.poll(() => status()).toBe('completed');
  });

  test('says when another code can be asked for', async () => {
    const options = { settings: { otp: { resend_wait: '4s' } } };
    const { page } = await openCodePage(visitor, 'localbankcards', { lang: 'en' }, options);
    const resend = page.getByTestId('resend');
    await expect.poll(() => textOf(resend)).toMatch(/^New code in 0:0\d$/);
    await expect.poll(() => resend.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: words.en.steps.code.resend }).click();
    await page.getByText(words.en.steps.code.again).waitFor();
  });

  test('asks for another code as soon as the sandbox’s clock allows it', async () => {
    const options = { settings: { otp: { resend_wait: '60s' } } };
    const { page, sandbox } = await openCodePage(visitor, 'localbankcards', { lang: 'en' }, options);
    await expect.poll(() => page.getByTestId('resend').getAttribute('aria-disabled')).toBe('true');
    await sandbox.control('clock/advance', { by: '2m' });
    await page.getByRole('button', { name: words.en.steps.code.resend, disabled: false }).click();
    await page.getByText(words.en.steps.code.again).waitFor();
  });

  test('works without JavaScript: wrong, sent again, right', async () => {
    const checkout = await openCheckout('aggregator', { lang: 'en' });
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(checkout.redirectUrl);
    await page.getByTestId('method-2').check();
    await page.getByTestId('pay').click();
    await page.getByTestId('code').fill('000000');
    await page.getByTestId('pay').click();
    await expect.poll(() => textOf(page.getByTestId('code-error'))).toContain(words.en.steps.code.wrong);
    await page.getByTestId('resend').click();
    await page.getByText(words.en.steps.code.again).waitFor();
    await page.getByTestId('code').focus();
    await page.keyboard.insertText('\u200e123 456');
    await page.getByTestId('pay').click();
    await page.getByTestId('return-link').waitFor();
    await expect.poll(() => checkout.status()).toBe('completed');
  });

  test('takes a pasted code with a space, a dash, or invisible marks', async () => {
    const { page, status } = await openCodePage(visitor, 'localbankcards');
    const field = page.getByTestId('code');
    for (const pasted of ['123 456', '123-456', '\u200e123456\u200f', '1234567']) {
      await field.fill('');
      await page.keyboard.insertText(pasted);
      await expect.poll(() => field.inputValue()).toBe('123456');
    }
    await page.getByTestId('pay').click();
    await expect.poll(status).toBe('completed');
  });

  test('has a Cancel, which ends it as on the first page', async () => {
    const { page, status, sandbox } = await openCodePage(visitor, 'localbankcards');
    await page.getByTestId('cancel').click();
    await page.waitForURL('**/return?gateway=localbankcards&canceled=1&**');
    await expect.poll(() => status()).toBe('canceled');
    expect((await sandbox.control('otps')).json.data).toMatchObject([{ status: 'expired' }]);
  });

  test('becomes the page of an expired session by itself when the time is over', async () => {
    const { page, sandbox } = await openCodePage(visitor, 'localbankcards');
    await passTime(page, sandbox, 30 * 60_000);
    await page.locator('[data-testid="result-status"][data-state="expired"]').waitFor();
  });

  test('without tester tools shows no way to the inbox and no whole number', async () => {
    const { page } = await openCodePage(visitor, 'localbankcards', {}, { testerTools: false });
    await expect.poll(() => page.getByTestId('open-phone').count()).toBe(0);
    await expect.poll(() => page.content()).not.toContain('0910100001');
  });

  test('shows what a stranger wrote as text', async () => {
    const payload = `"><img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>'&amp;{{7*7}}`;
    const { page } = await openCodePage(visitor, 'aggregator', { invoice_no: payload });
    await expect.poll(() => page.getByTestId('invoice').textContent()).toBe(payload);
    await expect.poll(() => page.evaluate('globalThis.hit')).toBeUndefined();
    await expect.poll(() => page.locator('img, script:not([src])').count()).toBe(0);
  });
});
