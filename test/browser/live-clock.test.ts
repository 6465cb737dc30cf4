import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { textOf } from '../support/customer.ts';
import { freshSandbox } from '../support/fresh.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('The page of the clock', () => {
  test('offers to jump once something is due, and jumps to what is due first by then', async () => {
    const { sandbox, page } = await clockPage();
    const jump = page.getByRole('button', { name: 'Jump to the next due item' });
    await expect.poll(() => jump.count()).toBe(0);
    await startCheckout(sandbox, 'cardgw');
    await jump.waitFor();
    await sandbox.call('walletB/verify', { mobile_number: '0911111111', amount: '10' });
    await jump.click();
    await page.waitForURL('**/clock?done=moved**');
    expect((await sandbox.control('transactions/100001')).json.status).toBe('started');
    await expect.poll(() => textOf(page.locator('[data-part="due"]'))).not.toContain('0911111111');
  });

  test('has "Resume" while the clock is frozen, also from elsewhere, and keeps what is typed', async () => {
    const { sandbox, page } = await clockPage();
    const at = page.getByLabel('At', { exact: true });
    await at.fill('2030-01-0');
    const resume = page.getByRole('button', { name: 'Resume' });
    await sandbox.control('clock/freeze', {});
    await resume.waitFor();
    await expect.poll(() => buttonBeside(page)).toBe('Set');
    await page.keyboard.type('2');
    await sandbox.control('clock/resume', {});
    await resume.waitFor({ state: 'detached' });
    await expect.poll(() => buttonBeside(page)).toBe('Freeze');
    await page.keyboard.type(' 12:00');
    await expect.poll(() => at.inputValue()).toBe('2030-01-02 12:00');
  });
});

async function clockPage() {
  const sandbox = await freshSandbox({ runningClock: true });
  const url = await sandbox.listen();
  const page = await visitor();
  await page.goto(`${url}/_sandbox/clock`);
  return { sandbox, page };
}

function buttonBeside(page: Page): Promise<string> {
  return textOf(page.locator('[data-part="freeze"] .line-form button'));
}
