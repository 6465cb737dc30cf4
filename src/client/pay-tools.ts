import type { CheckoutPage } from './checkout-page.ts';
import { byTestId } from './page-elements.ts';
import type { Tools } from './pay-options.ts';

/** Makes the choices in the tester tools of the page. Throws an `Error` if the page has none. */
export async function choose(
  page: CheckoutPage,
  { order, delay, copies, hold, tamper }: Tools,
): Promise<void> {
  await openTools(page);
  await openFold(page, 'advanced');
  if (order !== undefined) await byTestId(page, 'order').selectOption(order);
  if (delay !== undefined) await byTestId(page, 'delay').fill(String(delay));
  if (copies !== undefined) await byTestId(page, 'copies').fill(String(copies));
  if (hold !== undefined) await byTestId(page, 'hold').selectOption(hold ? '1' : await valueToSend(page));
  if (tamper !== undefined) await byTestId(page, 'tamper').selectOption(tamper);
}

/** Sending is the default unless `callback.hold` is set. */
async function valueToSend(page: CheckoutPage): Promise<string> {
  return (await page.locator('[data-testid="hold"] [value="0"]').count()) > 0 ? '0' : '';
}

export async function openTools(page: CheckoutPage): Promise<void> {
  if ((await byTestId(page, 'tools').count()) === 0) throw new Error('This sandbox shows no tester tools.');
  await openFold(page, 'tools');
}

/** Clicks the summary if the element is not open. In a wide window, the tools are visible either way. */
async function openFold(page: CheckoutPage, id: 'tools' | 'advanced'): Promise<void> {
  if ((await byTestId(page, id).getAttribute('open')) === null)
    await page.locator(`[data-testid="${id}"] > summary`).click();
}
