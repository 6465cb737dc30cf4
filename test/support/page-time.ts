import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestSandbox } from './sandbox.ts';

/**
 * Advances the sandbox's clock and the page's date together, so that whatever both wait for happens now, even
 * on a slow machine.
 */
export async function passTime(page: Page, sandbox: TestSandbox, ms: number): Promise<void> {
  expect((await sandbox.control('clock/advance', { by: `${ms}ms` })).status).toBe(200);
  await page.clock.install();
  await page.clock.fastForward(ms);
}

/**
 * Keeps an open checkout page from noticing what happens to its session, so that it is still as the customer
 * left it when a test uses it, however slow the machine is.
 */
export async function keepUnaware(page: Page): Promise<void> {
  await page.route('**/checkout/state?**', () => undefined);
}
