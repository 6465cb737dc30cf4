import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestSandbox } from './sandbox.ts';

/** Moves the sandbox's clock forward and the page's date with it: what both wait for happens now, however slow the machine is. */
export async function passTime(page: Page, sandbox: TestSandbox, ms: number): Promise<void> {
  expect((await sandbox.control('clock/advance', { by: `${ms}ms` })).status).toBe(200);
  await page.clock.install();
  await page.clock.fastForward(ms);
}
