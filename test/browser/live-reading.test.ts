import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { busySandbox } from '../support/busy-sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

test('An attempt that the reader opened stays open while another one comes', async () => {
  const { sandbox, sandboxUrl } = await busySandbox();
  await sandbox.control('callbacks/1/resend', {});
  const page = await visitor();
  await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
  await page.locator('#attempt-1 > summary').click();
  await page.locator('h1').click();
  await sandbox.control('callbacks/1/resend', {});
  await page.locator('#attempt-3[open]').waitFor();
  await expect.poll(() => openAttempts(page)).toEqual(['attempt-1', 'attempt-3']);
  await page.locator('#attempt-3 > summary').click();
  await sandbox.control('callbacks/1/resend', {});
  await page.locator('#attempt-4').waitFor();
  await expect.poll(() => openAttempts(page)).toEqual(['attempt-1', 'attempt-4']);
});

test('Selected text stays selected while more comes', async () => {
  const { sandbox, sandboxUrl } = await busySandbox();
  const page = await visitor();
  await page.goto(`${sandboxUrl}/_sandbox/transactions/100001`);
  const entries = page.locator('.timeline li');
  const count = await entries.count();
  await entries.first().locator('.step-title').selectText();
  const selected = await page.evaluate('String(getSelection())');
  expect(selected).not.toBe('');
  await sandbox.control('callbacks/1/resend', {});
  await expect.poll(() => entries.count()).toBeGreaterThan(count);
  await expect.poll(() => page.evaluate('String(getSelection())')).toBe(selected);
});

test('An attempt stays open while its text is selected', async () => {
  const { sandbox, sandboxUrl } = await busySandbox();
  const page = await visitor();
  await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
  await page.locator('#attempt-1 pre').first().selectText();
  const selected = await page.evaluate('String(getSelection())');
  await sandbox.control('callbacks/1/resend', {});
  await page.locator('#attempt-2').waitFor();
  await expect.poll(() => openAttempts(page)).toEqual(['attempt-1', 'attempt-2']);
  await expect.poll(() => page.evaluate('String(getSelection())')).toBe(selected);
});

function openAttempts(page: Page): Promise<string[]> {
  return page.locator('.attempt[open]').evaluateAll((all) => all.map(({ id }) => id));
}
