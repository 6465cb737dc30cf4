import type { CheckoutPage, PageElement } from './checkout-page.ts';

/**
 * Elements of a checkout page only: a page of the merchant may use the same ids, and may be open already
 * while `page.url()` is still the checkout's. By the attribute, because Playwright's `getByTestId` uses the
 * one that the merchant configured.
 */
export function byTestId(page: CheckoutPage, ...ids: readonly string[]): PageElement {
  return page.locator(ids.map((id) => `[data-checkout] [data-testid="${id}"]`).join(', '));
}

export async function wordsOf(element: PageElement): Promise<string> {
  return ((await element.first().textContent()) ?? '').replace(/\s+/g, ' ').trim();
}
