import type { CheckoutPage } from './checkout-page.ts';
import { byTestId, wordsOf } from './page-elements.ts';

/** The origin of the checkout page that is shown. Its document may be there before `page.url()` names it. */
export async function originOf(page: CheckoutPage): Promise<string> {
  await page.waitForURL(({ pathname }) => isCheckout(pathname), { waitUntil: 'commit' });
  return new URL(page.url()).origin;
}

/**
 * Returns to the merchant after the last step, if the page offers it: card pages return by themselves,
 * perhaps during this call, others have a link, or no way back.
 *
 * Each page says which in its `data-checkout`, so that one look decides. Counting what is missing does not:
 * it is also missing in the merchant's page, which may be there before `page.url()` names it.
 */
export async function goBack(page: CheckoutPage, origin: string): Promise<void> {
  const is = async (selector: string) => (await page.locator(selector).count()) > 0;
  if (await is('[data-checkout="open"], [data-checkout="none"]')) return;
  if (await is('body.checkout-message'))
    throw new Error(`The checkout did not take it: ${await wordsOf(page.locator('h1'))}`);
  const hasLink = await is('[data-checkout="link"]');
  const isAway = (url: URL) => url.origin !== origin || !isCheckout(url.pathname);
  const gone = page.waitForURL(isAway, { waitUntil: 'commit' });
  await Promise.all([gone, hasLink ? byTestId(page, 'return-link').click() : undefined]);
}

function isCheckout(pathname: string): boolean {
  return /^\/checkout(?:\/|$)/.test(pathname);
}
