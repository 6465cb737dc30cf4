import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paid } from '../support/checkouts.ts';
import { textOf } from '../support/customer.ts';
import { freshSandbox } from '../support/fresh.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** A callback to an app that isn't there, and a page on which the form at `action` was submitted and refused. */
async function refusedAt(path: string, action: string, fields: Readonly<Record<string, string>> = {}) {
  const sandbox = await freshSandbox();
  await paid(sandbox, 'http://127.0.0.1:9/callback');
  await sandbox.control('snapshots', { name: 'before' });
  await sandbox.control('callbacks/1/hold', {});
  const page = await visitor({ refusalsExpected: true });
  const url = await sandbox.listen();
  await page.goto(`${url}/_sandbox/${path}`);
  await submit(page, `/_sandbox/${action}`, fields);
  await page.getByRole('alert').first().waitFor();
  return { sandbox, page, url };
}

/** As a page does that is out of date. */
async function submit(page: Page, action: string, fields: Readonly<Record<string, string>>) {
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '${action}' });
      for (const [name, value] of Object.entries(${JSON.stringify(fields)}))
        form.append(Object.assign(document.createElement('input'), { name, value }));
      document.body.append(form);
      form.submit();
    })()`),
  ]);
}

const status = async ({ control }: Awaited<ReturnType<typeof freshSandbox>>) =>
  (await control('callbacks/1')).json.status;

describe('The page of a refused form', () => {
  test('repeats the form neither after a restored snapshot nor when it is reloaded', async () => {
    const { sandbox, page, url } = await refusedAt('transactions/100001', 'callbacks/1/hold');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await sandbox.control('snapshots/before/restore', {});
    await page.getByRole('button', { name: 'Hold' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Hold' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${url}/_sandbox/callbacks/1`);
    expect(await status(sandbox)).toBe('pending');
    expect(sent).not.toContain('POST /_sandbox/callbacks/1/hold');
  });

  test('of a callback shows what happens to it', async () => {
    const { sandbox, page } = await refusedAt('callbacks/1', 'callbacks/1/elsewhere', { url: 'ftp://x' });
    await page.getByRole('button', { name: 'Release' }).waitFor();
    await sandbox.control('callbacks/1/release', {});
    await page.getByRole('button', { name: 'Release' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('#url').inputValue()).toBe('ftp://x');
  });

  test('of the clock shows the clock, and keeps what was typed and why it was refused', async () => {
    const { sandbox, page } = await refusedAt('clock', 'clock/freeze', { at: 'noon' });
    await sandbox.control('clock/resume', {});
    await sandbox.control('clock/freeze', {});
    await page.locator('[data-clock="frozen"]').waitFor();
    await sandbox.control('clock/resume', {});
    await page.locator('[data-clock="running"]').waitFor();
    await expect.poll(() => page.locator('#field-at').inputValue()).toBe('noon');
    await expect.poll(() => textOf(page.locator('#field-at-error'))).toContain('Must be a time');
  });

  test.each([
    ['faults', 'faults/weather', { weather: 'x' }, 'faults', { effect: { hang: true } }],
    ['snapshots', 'snapshots', { name: '/' }, 'snapshots', { name: 'from-outside' }],
    ['snapshots', 'stories', {}, 'snapshots', { name: 'from-outside' }],
  ])('of %s, sent to %s, shows what others add', async (path, action, fields, added, body) => {
    const { sandbox, page } = await refusedAt(path, action, fields);
    const items = page.locator('[data-parts] li.item');
    const before = await items.count();
    await sandbox.control(added, body);
    await expect.poll(() => items.count()).toBe(before + 1);
  });

  test.each([
    ['account', 'account/demo', { name: '' }, 'account'],
    ['account?id=demo', 'account/demo/brand', { 'brand.accent': 'x' }, 'account?id=demo'],
    ['compatibility', 'compatibility/apply', { settings: 'x' }, 'compatibility'],
    ['settings?q=otp', 'settings/otp.attempts', { value: 'x' }, 'settings?q=otp'],
    ['signature', 'signature', {}, 'signature'],
    ['requests/new', 'requests/new', { client_ip: 'x' }, 'requests/new'],
  ])('of %s that were sent to %s has its own address', async (path, action, fields, address) => {
    const sandbox = await freshSandbox();
    const page = await visitor({ refusalsExpected: true });
    const url = await sandbox.listen();
    await page.goto(`${url}/_sandbox/${path}`);
    await submit(page, `/_sandbox/${action}`, fields);
    await page.locator('main[data-address]').waitFor();
    await expect.poll(() => page.url()).toBe(`${url}/_sandbox/${address}`);
  });

  test('is left without the form if the token was changed', async () => {
    const sandbox = await freshSandbox({ token: 'token-of-the-test' });
    const page = await visitor({ refusalsExpected: true });
    const url = await sandbox.listen();
    await page.goto(`${url}/_sandbox/clock?account=demo&token=token-of-the-test`);
    await page.context().clearCookies();
    await submit(page, '/_sandbox/clock/advance', { step: '1d' });
    await page.getByText('Nothing was changed.').waitFor();
    await expect.poll(() => page.url()).toBe(`${url}/_sandbox/clock?account=demo`);
    await page.reload();
    await page.getByLabel('Token').fill('token-of-the-test');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    const headers = { Authorization: 'Bearer token-of-the-test' };
    expect((await sandbox.fetch('/_sandbox/api/clock', { headers })).json.offset_ms).toBeLessThan(60_000);
  });
});
