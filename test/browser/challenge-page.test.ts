import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { words } from '../../src/pages/words/words.ts';
import { textOf } from '../support/customer.ts';
import { type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import { passTime } from '../support/page-time.ts';
import { hearNothing } from '../support/payment.ts';
import type { Fields, TestOptions } from '../support/sandbox.ts';
import { crossed } from '../support/spread.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const languages = ['ar', 'en'] as const;
const answers = ['authenticated', 'attempted', 'failed', 'unavailable', 'rejected', 'no-answer'];

/** A customer on the bank's page. */
async function challenged(
  fields: Fields = { lang: 'en' },
  options?: TestOptions,
): Promise<OpenCheckout & { readonly page: Page }> {
  const checkout = await openCheckout('cardgw', fields, options);
  const page = await visitor();
  await page.goto(checkout.redirectUrl);
  await page.getByRole('button', { name: '4000 0000 0000 3220' }).click();
  await page.getByTestId('pay').click();
  await page.getByTestId('challenge-authenticated').waitFor();
  return { ...checkout, page };
}

async function answer(page: Page, result: string): Promise<void> {
  await page.getByTestId(`challenge-${result}`).check();
  await page.getByTestId('pay').click();
}

test.each(crossed(['failed', 'unavailable', 'rejected'], languages))(
  'the page of the bank, %s in %s: the form again, with the reason',
  async (result, lang) => {
    const { page, status } = await challenged({ lang });
    await answer(page, result);
    await expect
      .poll(() => textOf(page.getByTestId('notice')))
      .toContain(words[lang].reasons.authentication_failed);
    await page.getByTestId('number').waitFor();
    await expect.poll(() => status()).toBe('started');
  },
);

describe.each(languages)('the page of the bank in %s', (lang) => {
  const texts = words[lang].steps.challenge;

  test('names the bank, the merchant, the amount and the invoice, nothing of the card, and axe finds nothing', async () => {
    const { page } = await challenged({ lang });
    await expect.poll(() => textOf(page.locator('.bank-head'))).toBe(`${texts.bank} 3-D Secure`);
    await expect.poll(() => textOf(page.locator('h1'))).toBe(texts.heading);
    await expect.poll(() => textOf(page.getByTestId('invoice'))).toBe('INV-1');
    await expect.poll(() => textOf(page.locator('.bank-body .facts'))).toContain(texts.yourCard);
    await expect.poll(() => page.content()).not.toContain('3220');
    expect(await lookAtWidths(page)).toEqual([]);
  });

  test('no answer at all: the page waits, axe finds nothing, and another card can be used', async () => {
    const { page, status } = await challenged({ lang });
    await answer(page, 'no-answer');
    await page.getByRole('heading', { name: texts.waitingHeading }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: texts.waitingHeading }).waitFor();
    await expect.poll(() => page.getByTestId('pay').count()).toBe(0);
    expect(await lookAtWidths(page)).toEqual([]);
    // The tester tools stand open in a wide window.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByTestId('back').click();
    await page.getByRole('button', { name: '4111 1111 1111 1111' }).click();
    await page.getByTestId('pay').click();
    await page.waitForURL('**/return?**');
    await expect.poll(() => status()).toBe('completed');
  });
});

describe('The page of the bank', () => {
  test.each(['authenticated', 'attempted'])('%s: paid, and back at the shop', async (result) => {
    const { page, status } = await challenged();
    await answer(page, result);
    await page.waitForURL('**/return?gateway=cardgw&approved=1&**');
    await expect.poll(() => status()).toBe('completed');
  });

  test('offers every answer once, the first of them chosen', async () => {
    const { page } = await challenged();
    const ids = await page.evaluate(
      "[...document.querySelectorAll('[data-testid^=challenge-]')].map((each) => each.dataset.testid)",
    );
    expect(ids).toEqual(answers.map((each) => `challenge-${each}`));
    await expect.poll(() => page.getByTestId('challenge-authenticated').isChecked()).toBe(true);
  });

  test('is answered by the keyboard alone', async () => {
    const { page } = await challenged();
    await page.getByTestId('challenge-authenticated').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByTestId('challenge-attempted').isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/return?gateway=cardgw&approved=1&**');
  });

  test('stays over Back, a second tab and the other language', async () => {
    const { page, redirectUrl, events } = await challenged();
    const second = await visitor();
    // Otherwise each page would follow the other one's decision.
    for (const each of [page, second]) await hearNothing(each);
    await page.goBack();
    await page.getByTestId('challenge-failed').waitFor();
    await second.goto(redirectUrl);
    await second.getByTestId('challenge-failed').waitFor();
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.getByRole('heading', { name: words.ar.steps.challenge.heading }).waitFor();
    await answer(second, 'failed');
    await second.getByTestId('notice').waitFor();
    await answer(page, 'authenticated');
    await page.getByTestId('number').waitFor();
    await expect
      .poll(() => events())
      .toEqual(['transaction.started', 'checkout.challenge', 'checkout.challenge', 'checkout.declined']);
  });

  test('works without JavaScript', async () => {
    const { redirectUrl, status } = await openCheckout('cardgw');
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(redirectUrl);
    await page.getByTestId('number').fill('4000000000003220');
    await page.getByTestId('expiry').fill('12/49');
    await page.getByTestId('cvc').fill('123');
    await page.getByTestId('holder').fill('Test Customer');
    await page.getByTestId('pay').click();
    await answer(page, 'attempted');
    await page.waitForURL('**/return?**');
    await expect.poll(() => status()).toBe('completed');
  });

  test('has a Cancel', async () => {
    const { page, status } = await challenged();
    await page.getByTestId('cancel').click();
    await page.waitForURL('**/return?gateway=cardgw&canceled=1&**');
    await expect.poll(() => status()).toBe('canceled');
  });

  test('that waits becomes the page of an expired session by itself', async () => {
    const { page, sandbox } = await challenged();
    await answer(page, 'no-answer');
    await page.locator('.bank-wait').waitFor();
    await passTime(page, sandbox, 30 * 60_000);
    await page.locator('[data-testid="result-status"][data-state="expired"]').waitFor();
  });

  test('shows what a stranger wrote as text', async () => {
    const payload = `"><img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>'&amp;{{7*7}}`;
    const { page } = await challenged({ invoice_no: payload });
    await expect.poll(() => page.getByTestId('invoice').textContent()).toBe(payload);
    await expect.poll(() => page.evaluate('globalThis.hit')).toBeUndefined();
    await expect.poll(() => page.locator('img, script:not([src])').count()).toBe(0);
  });
});
