import { isError } from '../host/errors.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { byTestId, wordsOf } from './page-elements.ts';

/** The origin of the checkout page that is shown. Its document may be there before `page.url()` names it. */
export async function originOf(page: CheckoutPage): Promise<string> {
  await page.waitForURL(({ pathname }) => isCheckout(pathname), { waitUntil: 'commit' });
  return new URL(page.url()).origin;
}

/** Where the open checkout page returns to. */
export async function returnUrlOf(page: CheckoutPage): Promise<string> {
  return (await page.locator('[data-return-url]').getAttribute('data-return-url')) ?? '';
}

export interface Way {
  /** The checkout page's. */
  readonly origin: string;
  readonly returnUrl: string;
}

/**
 * Returns to the merchant after the last step, if the page offers it: card pages return by themselves,
 * perhaps during this call, others have a link, or no way back.
 *
 * Each page says which in its `data-checkout`, so that one look decides. Counting what is missing does not:
 * it is also missing in the merchant's page, which may be there before `page.url()` names it.
 */
export async function goBack(page: CheckoutPage, { origin, returnUrl }: Way): Promise<void> {
  const is = async (selector: string) => (await page.locator(selector).count()) > 0;
  if (await is('[data-checkout="open"], [data-checkout="none"]')) return;
  if (await is('body.checkout-message'))
    throw new Error(`The checkout did not take it: ${await wordsOf(page.locator('h1'))}`);
  const hasLink = await is('[data-checkout="link"]');
  const isAway = (url: URL) => url.origin !== origin || !isCheckout(url.pathname);
  try {
    const gone = page.waitForURL(isAway, { waitUntil: 'commit' });
    await Promise.all([gone, hasLink ? byTestId(page, 'return-link').click() : undefined]);
  } catch (error) {
    throw notOpened(returnUrl, error);
  }
  // The browser's own error page.
  if (!/^https?:/.test(page.url())) throw notOpened(returnUrl);
}

/** Without the query, which may be long or secret. */
function notOpened(returnUrl: string, cause?: unknown): Error {
  const [why] = isError(cause) ? cause.message.split('\n') : [];
  return new Error(
    `The checkout is complete, but the browser could not open the return_url ${returnUrl.replace(/[?#].*$/s, '')}${why ? `: ${why}` : '.'}`,
    { cause },
  );
}

function isCheckout(pathname: string): boolean {
  return /^\/checkout(?:\/|$)/.test(pathname);
}
