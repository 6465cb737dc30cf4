import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Market } from './market.ts';

/** Chooses coffee and a payment method, and presses Buy. */
export async function buy(page: Page, { shopUrl }: Market, gateway: string): Promise<void> {
  await page.goto(shopUrl);
  await page.getByTestId('item-coffee').check();
  await page.getByTestId(`gateway-${gateway}`).check();
  for (const [field, value] of Object.entries(details[gateway] ?? {}))
    await page.getByTestId(field).fill(value);
  await page.getByTestId('buy').click();
}

/** What the shop asks the customer, by gateway. */
const details: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  walletA: { mobile: '0912345678', 'birth-year': '1990' },
  walletB: { mobile: '0945678901' },
  aggregator: { mobile: '0912345678' },
};

/** Reads the newest code for a number from the inbox in a second tab. */
export async function readCode(page: Page, { sandboxUrl }: Market, number: string): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto(`${sandboxUrl}/_sandbox/inbox/${number}`);
  const code = await textOf(inbox.getByTestId('code').first());
  await inbox.close();
  return code;
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByTestId('code').fill(code);
  await page.getByTestId('pay-code').click();
}

/** Waits for the shop's order page, which shows the status. */
export async function expectStatus(page: Page, status: string): Promise<void> {
  await page.locator(`[data-testid="order-status"][data-status="${status}"]`).waitFor();
  expect(page.url()).toMatch(/\/orders\/[0-9a-f-]{36}$/);
}

/** An element's text with single spaces. */
export async function textOf(locator: Locator): Promise<string> {
  return ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim();
}
