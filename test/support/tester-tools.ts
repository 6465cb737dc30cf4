import type { Page } from 'playwright-core';

/** Opens the tester tools of a checkout page, and what is folded in them. */
export async function openTools(page: Page, ...folds: ('advanced' | 'preview-fold')[]): Promise<void> {
  // In a wide window a script opens them: what is open already stays so.
  for (const id of ['tools', ...folds]) {
    const isOpen = (await page.getByTestId(id).getAttribute('open')) !== null;
    if (!isOpen) await page.locator(`[data-testid="${id}"] > summary`).click();
  }
}
