import { isError } from '../host/errors.ts';
import type { CheckoutPage, PageElement } from './checkout-page.ts';

/** Below the 30 seconds that a test of Playwright may take: then the test fails with this error, not its own. */
const usualMs = 15_000;

/** Waits for the checkout page. If another page is open in the end, throws an `Error` that names that page. */
export async function untilShown(page: CheckoutPage, element: PageElement, timeout = usualMs): Promise<void> {
  try {
    await element.waitFor({ timeout });
  } catch (error) {
    if (!isError(error) || error.name !== 'TimeoutError') throw error;
    throw new Error(
      `payOn found no checkout page within ${timeout} ms: the browser is at ${await placeOf(page)}. ` +
        'Open the `redirect_url` of a confirm call first.',
      { cause: error },
    );
  }
}

/** Without the query, which may be long or secret. */
async function placeOf(page: CheckoutPage): Promise<string> {
  const address = page.url().replace(/[?#].*$/s, '');
  const title = (await page.title()).trim();
  return `${address.slice(0, 200)}${title && ` (${JSON.stringify(title.slice(0, 100))})`}`;
}
