import { describe, expect, test } from 'vitest';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { rightFields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** A sandbox with a paid checkout whose callback was refused, a held one, and a refused request. */
async function busySandbox() {
  const checkout = await openCheckout('cardgw');
  const { sandbox, merchant, token } = checkout;
  merchant.answerWith(500);
  await sandbox.control(`checkouts/${token}/approve`, {});
  await merchant.arrived(1);
  const aggregator = { ...rightFields['aggregator/confirm'], invoice_no: 'INV-2' };
  const { json } = await sandbox.call('aggregator/confirm', aggregator);
  const held = encodeURIComponent(json.result.redirect_url);
  expect((await sandbox.control(`checkouts/${held}/approve`, { hold: true })).status).toBe(200);
  expect((await sandbox.call('cardgw/confirm', {})).status).toBe(422);
  return checkout;
}

const lists = ['transactions', 'requests', 'callbacks'];

describe('every page of the dashboard', () => {
  test('is reached by its links, without JavaScript too', async () => {
    const { sandboxUrl } = await busySandbox();
    for (const javaScriptEnabled of [true, false]) {
      const page = await visitor({ javaScriptEnabled });
      await page.goto(`${sandboxUrl}/`);
      await expect.poll(() => page.url()).toBe(`${sandboxUrl}/_sandbox/`);
      for (const [name, path] of [
        ['Phone', 'inbox'],
        ['Payments', 'transactions'],
        ['API calls', 'requests'],
        ['Callbacks', 'callbacks'],
        ['Overview', ''],
      ] as const) {
        await page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${name}\\b`) })
          .click();
        await page.waitForURL(`${sandboxUrl}/_sandbox/${path}`);
        await expect.poll(() => textOf(page.locator('h1'))).toBe(name);
        if (!lists.includes(path)) continue;
        await page.locator('.main-cell a').first().click();
        await page.waitForURL(`**/${path}/*`);
      }
    }
  });
});

describe('Callbacks', () => {
  test('a held callback is released by its button, and its page shows what was sent and answered', async () => {
    const { sandboxUrl, sandbox } = await busySandbox();
    const { json } = await sandbox.control('callbacks?status=held');
    const [{ id }] = json.data;
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/callbacks/${id}`);
    await expect.poll(() => textOf(page.locator('.page-head .badge'))).toBe('held');
    await page.getByRole('button', { name: 'Release' }).click();
    await expect.poll(() => page.locator('.page-head .badge').getAttribute('data-state')).not.toBe('held');
    const after = await sandbox.control(`events?type=callback.released&after=0&wait=50s`);
    expect(after.json.data).toHaveLength(1);
  });

  test('an attempt shows the exact bytes and the answer', async () => {
    const { sandboxUrl, sandbox, merchant } = await busySandbox();
    await sandbox.control('events?type=callback.attempted&after=0&wait=50s');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
    const bytes = await page.locator('main').textContent();
    expect(bytes).toContain(`GET ${merchant.arrivals[0]?.url} HTTP/1.1`);
    expect(bytes).toContain('HTTP 500');
  });
});

describe('Overview', () => {
  test('gives the running values to copy', async () => {
    const { sandboxUrl } = await busySandbox();
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${sandboxUrl}/_sandbox/`);
    await page.locator('.keys > summary').click();
    await page.getByRole('button', { name: 'Copy the .env lines' }).click();
    await page.locator('[data-copied]').waitFor();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(
        [
          `GATEWAY_URL=${sandboxUrl}`,
          'GATEWAY_API_KEY=demo_api_key',
          'GATEWAY_ACCESS_TOKEN=demo_test_token',
          'GATEWAY_SECRET_KEY=demo_secret_key',
        ].join('\n'),
      );
  });
});
