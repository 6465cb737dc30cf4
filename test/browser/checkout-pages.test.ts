import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { payThrough, typeSentCode } from '../support/payment.ts';
import { crossed } from '../support/spread.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const gateways = ['localbankcards', 'cardgw', 'aggregator'] as const;
const languages = ['ar', 'en'] as const;
const pages = crossed(gateways, languages);

const titles = {
  localbankcards: { ar: 'الدفع بالبطاقة المصرفية المحلية', en: 'Pay with a local bank card' },
  cardgw: { ar: 'الدفع بالبطاقة', en: 'Pay by card' },
  aggregator: { ar: 'اختر وسيلة الدفع', en: 'Choose how to pay' },
} as const;

describe('lang', () => {
  test.each(pages)('%s in %s: the page speaks that language, in its direction', async (gateway, lang) => {
    const { redirectUrl } = await openCheckout(gateway, { lang });
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect.poll(() => root(page)).toEqual({ lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
    await expect.poll(() => textOf(page.locator('h1'))).toBe(titles[gateway][lang]);
    const dinars = { ar: '10.00 د.ل', en: '10.00 LYD' }[lang];
    await expect
      .poll(() => textOf(page.getByTestId('amount')))
      .toBe(gateway === 'cardgw' ? '$10.00' : dinars);
    await expect.poll(() => textOf(page.getByTestId('invoice'))).toBe('INV-1');
  });

  test('not sent or sent empty is ar', async () => {
    for (const sent of [{}, { lang: '' }] as Record<string, string>[]) {
      const { redirectUrl } = await openCheckout('cardgw', sent);
      const page = await visitor();
      await page.goto(redirectUrl);
      await expect.poll(() => root(page)).toEqual({ lang: 'ar', dir: 'rtl' });
    }
  });

  test('the language link changes the page, and the pages after it', async () => {
    const { redirectUrl, sandbox } = await openCheckout('aggregator');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    await expect.poll(() => root(page)).toEqual({ lang: 'en', dir: 'ltr' });
    await payThrough(page, sandbox, 'aggregator', 3);
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await page.getByRole('link', { name: 'العربية' }).click();
    await page.getByRole('heading', { name: 'تمت عملية الدفع بنجاح' }).waitFor();
    await expect.poll(() => textOf(page.getByTestId('return-link'))).toBe('الرجوع إلى Demo Shop');
  });

  test('amounts are shown with two decimals, however they were sent', async () => {
    const { redirectUrl } = await openCheckout('localbankcards', { amount: '007.5' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect.poll(() => textOf(page.getByTestId('amount'))).toBe('7.50 د.ل');
    await expect.poll(() => textOf(page.getByTestId('pay'))).toBe('ادفع 7.50 د.ل');
  });
});

describe('every checkout page', () => {
  test.each(pages)(
    '%s in %s has nothing for axe to find, and no target too small, in both themes and widths',
    async (gateway, lang) => {
      const { redirectUrl } = await openCheckout(gateway, { lang });
      const page = await visitor();
      await page.goto(redirectUrl);
      expect(await lookAtWidths(page)).toEqual([]);
    },
  );
});

describe('aggregator: five methods', () => {
  test('have neutral names where the config gives them none', async () => {
    const { redirectUrl } = await openCheckout('aggregator', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect
      .poll(() => page.locator('.method-name').allInnerTexts())
      .toEqual(['Mobile wallet', 'Bank transfer', 'Bank card', 'Prepaid card', 'Business card']);
  });

  test('carry the names of the config, and the callback does too', async () => {
    const names = { method_2: 'acme_cash' };
    const { redirectUrl, merchant, sandbox } = await openCheckout('aggregator', { lang: 'en' }, { names });
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByRole('radio', { name: 'acme_cash' }).check();
    await page.getByTestId('pay').click();
    await typeSentCode(page, sandbox);
    await page.getByTestId('pay').click();
    const [callback] = await merchant.arrived(1);
    expect(JSON.parse(callback?.body ?? '').paymet_method).toBe('acme_cash');
  });
});

function root(page: Page): Promise<unknown> {
  return page.evaluate('({ lang: document.documentElement.lang, dir: document.documentElement.dir })');
}
