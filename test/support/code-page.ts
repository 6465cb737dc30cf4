import type { Page } from 'playwright-core';
import { type OpenCheckout, openCheckout } from './open-checkout.ts';
import { choosePayment } from './payment.ts';
import type { Fields, TestOptions } from './sandbox.ts';
import type { Visitors } from './visitors.ts';

export interface CodePage extends OpenCheckout {
  readonly page: Page;
}

/** Brings a customer to the page that asks for a code. */
export async function openCodePage(
  visitor: Visitors['visitor'],
  gateway: 'localbankcards' | 'aggregator',
  fields: Fields = { lang: 'en' },
  options?: TestOptions,
): Promise<CodePage> {
  const checkout = await openCheckout(gateway, fields, options);
  // After the merchant, and therefore closed before it.
  const page = await visitor();
  await page.goto(checkout.redirectUrl);
  await choosePayment(page, gateway);
  await page.getByTestId('pay').click();
  await page.getByTestId('code').waitFor();
  // The page's script has run by then.
  await page.waitForLoadState('domcontentloaded');
  return { ...checkout, page };
}
