import type { JSHandle, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { busySandbox } from '../support/busy-sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('A payment file that is dropped onto', () => {
  test.each(['', 'snapshots'])('/_sandbox/%s opens as an imported payment', async (path) => {
    const { sandbox, sandboxUrl } = await busySandbox();
    const text = await (await sandbox.app.request('/_sandbox/transactions/100001/story')).text();
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/${path}`);
    const dropped = await transferOf(page, [text]);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await expect.poll(() => page.locator('body[data-dropping]').count()).toBe(1);
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.waitForURL(`${sandboxUrl}/_sandbox/stories/*/transactions/100001`);
    await expect.poll(() => page.getByTestId('imported').count()).toBe(1);
  });

  test.each(['', 'snapshots'])('/_sandbox/%s with another file opens neither, and says so', async (path) => {
    const { sandboxUrl } = await busySandbox();
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/${path}`);
    await page.dispatchEvent('main', 'drop', { dataTransfer: await transferOf(page, ['{}', '{}']) });
    await page.getByRole('alert').filter({ hasText: 'Open one file at a time.' }).waitFor();
    await expect.poll(() => page.getByLabel('File').inputValue()).toBe('');
  });

  test('the overview can be chosen by keyboard there, without JavaScript too', async () => {
    const { sandbox, sandboxUrl } = await busySandbox();
    const text = await (await sandbox.app.request('/_sandbox/transactions/100001/story')).text();
    for (const javaScriptEnabled of [true, false]) {
      const page = await visitor({ javaScriptEnabled });
      await page.goto(`${sandboxUrl}/_sandbox/`);
      await page.getByTestId('open-story').locator('summary').focus();
      await page.keyboard.press('Enter');
      const file = { name: 'payment.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.getByLabel('File').setInputFiles(file);
      await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
      await page.waitForURL(`${sandboxUrl}/_sandbox/stories/*/transactions/100001`);
    }
  });
});

function transferOf(page: Page, texts: readonly string[]): Promise<JSHandle> {
  return page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const text of ${JSON.stringify(texts)})
      transfer.items.add(new File([text], 'payment.json', { type: 'application/json' }));
    return transfer;
  })()`);
}
