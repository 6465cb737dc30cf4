import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../support/customer.ts';
import { merchantServer } from '../support/merchant-server.ts';
import { type CheckoutToken, type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import { servePage } from '../support/page-server.ts';
import { payThrough } from '../support/payment.ts';
import { demoAccount } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

// Unescaped, each would run, load something or close an attribute. A page that lets one through fails its
// test through the console, its requests, or `hit`.
const payload = `"><img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>'&amp;{{7*7}}`;
const inUrl = `"><script>globalThis.hit=1</script>'`;

async function hostileCheckout(gateway: CheckoutToken): Promise<OpenCheckout> {
  const port = await servePage(payload);
  const url = `http://127.0.0.1:${port}/return?own=${inUrl}`;
  return openCheckout(
    gateway,
    {
      invoice_no: payload,
      return_url: url,
      lang: 'en',
      ...(gateway === 'aggregator' && { callback_url: url }),
    },
    { accounts: [{ ...demoAccount, name: payload }] },
  );
}

describe('Everything a stranger wrote is escaped text', () => {
  test.each(['localbankcards', 'cardgw', 'aggregator'] as const)(
    '%s: on the checkout page and on every page of how it ended',
    async (gateway) => {
      const { redirectUrl, sandbox, token } = await hostileCheckout(gateway);
      const page = await visitor();
      await page.goto(redirectUrl);
      await expectText(page);
      await page.getByTestId('cancel').focus();
      await sandbox.control(`checkouts/${token}/decline`, { reason: payload });
      await page.reload();
      await expect.poll(() => textOf(page.getByTestId('notice'))).toContain(payload);
      await sandbox.control(`checkouts/${token}/approve`, { order: 'return-only' });
      await page.goto(redirectUrl);
      await expectText(page);
      const href = (await page.getByTestId('return-link').getAttribute('href')) ?? '';
      expect(href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/return\?own=/);
      expect(href).toContain(`own=${inUrl}&`);
    },
  );

  test.each(['cardgw', 'aggregator'] as const)(
    '%s: the way back keeps the merchant’s own query, whatever it holds',
    async (gateway) => {
      const own = `own=${inUrl};a,b=%41&lang=xx#part`;
      const merchant = await merchantServer();
      onTestFinished(() => merchant.close());
      const { redirectUrl, sandbox } = await openCheckout(gateway, {
        return_url: `${merchant.url}/return?${own}`,
      });
      const page = await visitor();
      await page.goto(redirectUrl);
      await payThrough(page, sandbox, gateway);
      if (gateway === 'aggregator') await page.getByTestId('return-link').click();
      await page.waitForURL('**/return?**');
      const { searchParams, hash } = new URL(page.url());
      expect([...searchParams].slice(0, 2)).toEqual([
        ['own', `${inUrl};a,b=A`],
        ['lang', 'xx'],
      ]);
      expect(searchParams.get('approved')).toBe('1');
      expect(searchParams.get('hashed')).toMatch(/^[0-9A-F]{64}$/);
      expect(hash).toBe('#part');
    },
  );

  test('on every page of the dashboard, with the merchant’s answers', async () => {
    const { sandbox, sandboxUrl, token } = await hostileCheckout('aggregator');
    await sandbox.control(`checkouts/${token}/approve`, {});
    await sandbox.control('callbacks/settled?wait=50s', undefined, 'POST');
    const page = await visitor();
    for (const [list, shown] of [
      ['transactions', payload],
      ['requests', new URLSearchParams({ invoice_no: payload }).toString()],
      ['callbacks', `X-Powered-By: ${payload}`],
    ] as const) {
      await page.goto(`${sandboxUrl}/_sandbox/${list}`);
      await expectNoHit(page);
      await page.locator('.main-cell a').first().click();
      await page.waitForURL(`**/${list}/*`);
      await expectNoHit(page);
      await expect.poll(() => page.locator('main').textContent()).toContain(shown);
    }
    await page.goto(`${sandboxUrl}/_sandbox/`);
    await expectNoHit(page);
    await expect.poll(() => page.locator('main').textContent()).toContain(payload);
  });

  test('what was searched for in the inbox', async () => {
    const { sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/inbox?search=${encodeURIComponent(payload)}`);
    await expectNoHit(page);
    await expect.poll(() => textOf(page.locator('[data-empty] h2'))).toBe(`No code matches “${payload}”`);
    await expect.poll(() => page.locator('#inbox-search').inputValue()).toBe(payload);
  });
});

async function expectText(page: Page): Promise<void> {
  await expectNoHit(page);
  await expect.poll(() => page.getByTestId('invoice').textContent()).toBe(payload);
  await expect.poll(() => page.locator('main').textContent()).toContain(payload);
}

async function expectNoHit(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('globalThis.hit')).toBeUndefined();
  await expect.poll(() => page.locator('img, script:not([src])').count()).toBe(0);
}
