import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openCheckout } from '../support/open-checkout.ts';
import { chooseCard, choosePayment } from '../support/payment.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const steps = [
  ['the code of a card', 'localbankcards', (page: Page) => choosePayment(page, 'localbankcards')],
  ['the code of a method', 'aggregator', (page: Page) => choosePayment(page, 'aggregator', 1)],
  ['the card of a method', 'aggregator', (page: Page) => choosePayment(page, 'aggregator', 3)],
  ['the bank', 'cardgw', (page: Page) => chooseCard(page, '4000 0000 0000 3220')],
] as const;

describe('at 200 % text size nothing stands out of the window', () => {
  test.each(steps)('on the page of %s', async (_, gateway, choose) => {
    for (const lang of ['ar', 'en']) {
      const { redirectUrl } = await openCheckout(gateway, { lang });
      const page = await visitor({ viewport: { width: 640, height: 800 } });
      await page.goto(redirectUrl);
      await choose(page);
      await page.getByTestId('pay').click();
      await page.getByTestId('back').waitFor();
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        .toBeLessThanOrEqual(0);
    }
  });
});
