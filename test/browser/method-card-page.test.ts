import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { look, lookAtWidths } from '../../scripts/preview/look.ts';
import { words } from '../../src/pages/words/words.ts';
import { textOf } from '../support/customer.ts';
import { type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import type { Fields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** A customer who chose a method that uses a card. */
async function atCard(fields: Fields = { lang: 'en' }): Promise<OpenCheckout & { readonly page: Page }> {
  const checkout = await openCheckout('aggregator', fields);
  const page = await visitor();
  await page.goto(checkout.redirectUrl);
  await page.getByTestId('method-4').check();
  await page.getByTestId('pay').click();
  await page.getByTestId('number').waitFor();
  return { ...checkout, page };
}

describe.each(['ar', 'en'] as const)('the card behind a method, in %s', (lang) => {
  test('asks for number and expiry, and says what is wrong beside each', async () => {
    const { page, status } = await atCard({ lang });
    await expect.poll(() => textOf(page.locator('h1'))).toBe(words[lang].steps.card.heading);
    await expect
      .poll(() => textOf(page.getByTestId('chosen-method')))
      .toBe(words[lang].methodKinds.card.names[1]?.name);
    await page.getByTestId('pay').click();
    await page.locator('.notice').waitFor();
    await expect.poll(() => textOf(page.locator('#number-error'))).toBe(words[lang].errors.numberMissing);
    await expect.poll(() => textOf(page.locator('#expiry-error'))).toBe(words[lang].errors.expiryMissing);
    expect(await look(page)).toEqual([]);
    await expect.poll(() => status()).toBe('started');
  });

  test('declines on the same page, and another card pays', async () => {
    const { page, merchant, status } = await atCard({ lang });
    await page.getByRole('button', { name: '9000 0000 0000 9995' }).click();
    await page.getByTestId('pay').click();
    await expect
      .poll(() => textOf(page.getByTestId('notice')))
      .toContain(words[lang].reasons.insufficient_funds);
    await page.getByRole('button', { name: '9111 1111 1111 1111' }).click();
    await page.getByTestId('pay').click();
    await page.getByTestId('return-link').waitFor();
    await expect.poll(() => status()).toBe('completed');
    const [callback] = await merchant.arrived(1);
    expect(JSON.parse(callback?.body ?? '').paymet_method).toBe('method_4');
  });

  test('has nothing for axe to find, in either theme and width', async () => {
    const { redirectUrl } = await atCard({ lang });
    const page = await visitor();
    await page.goto(redirectUrl);
    expect(await lookAtWidths(page)).toEqual([]);
  });
});

describe('The card behind a method', () => {
  test('leads back to the methods, where the one before is marked', async () => {
    const { page } = await atCard();
    await page.getByTestId('back').click();
    await page.getByTestId('method-1').waitFor();
    await expect.poll(() => page.getByTestId('method-4').isChecked()).toBe(true);
    await page.getByTestId('method-5').check();
    await page.getByTestId('pay').click();
    await expect.poll(() => textOf(page.getByTestId('chosen-method'))).toBe('Business card');
  });

  test('stays over a reload, Back and the other language', async () => {
    const { page } = await atCard();
    await page.reload();
    await page.getByTestId('number').waitFor();
    await page.goBack();
    await page.getByTestId('number').waitFor();
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.getByRole('heading', { name: words.ar.steps.card.heading }).waitFor();
  });

  test('has a Cancel, after which the browser goes back unpaid', async () => {
    const { page, status } = await atCard();
    await page.getByTestId('cancel').click();
    await page.getByTestId('return-link').click();
    await page.waitForURL('**/return?approved=0&**');
    await expect.poll(() => status()).toBe('canceled');
  });
});
