import { describe, expect, test } from 'vitest';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('Keys that are masked on the page', () => {
  test('a renewed key is copied whole, from the overview and from .env', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const { json } = await sandbox.control('accounts/demo/renew', { what: 'api_key' });
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${sandboxUrl}/_sandbox/`);
    await page.locator('.keys > summary').click();
    await expect.poll(() => page.locator('.keys').textContent()).not.toContain(json.api_key);
    const copy = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      await page.locator('[data-copied]').first().waitFor();
      return page.evaluate('navigator.clipboard.readText()');
    };
    expect(await copy('Copy API key')).toBe(json.api_key);
    await expect.poll(() => copy('Copy the .env lines')).toContain(`GATEWAY_API_KEY=${json.api_key}\n`);
  });

  test('keys that look alike are copied each for itself, also of the last of many accounts', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    for (let count = 1; count <= 200; count += 1) await sandbox.control('accounts', { id: `n${count}` });
    await sandbox.control('accounts', {
      id: 'alike',
      api_key: 'shop_api_key',
      secret_key: "shop$$a$&b$'_key",
      access_tokens: { test: 'shop_test_key', live: 'short' },
    });
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${sandboxUrl}/_sandbox/?account=alike`);
    const copies: Record<string, string> = {
      'Copy API key': 'shop_api_key',
      'Copy Secret key (HMAC)': "shop$$a$&b$'_key",
      'Copy Access token (test)': 'shop_test_key',
      'Copy Access token (live)': 'short',
      'Copy the .env lines': [
        `GATEWAY_URL=${sandboxUrl}`,
        'GATEWAY_API_KEY=shop_api_key',
        'GATEWAY_ACCESS_TOKEN=shop_test_key',
        "GATEWAY_SECRET_KEY=shop$$a$&b$'_key",
      ].join('\n'),
    };
    for (const [name, whole] of Object.entries(copies)) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(whole);
    }
  });
});
