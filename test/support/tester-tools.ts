import type { Page } from 'playwright-core';

/** Opens the tester tools of a checkout page, and these folded parts. */
export async function openTools(page: Page, ...folds: ('advanced' | 'preview-fold')[]): Promise<void> {
  // In a wide window, a script opens them. Keeps those open.
  for (const id of ['tools', ...folds]) {
    const isOpen = (await page.getByTestId(id).getAttribute('open')) !== null;
    if (!isOpen) await page.locator(`[data-testid="${id}"] > summary`).click();
  }
}
