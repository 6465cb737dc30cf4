import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settled } from '../support/checkouts.ts';
import { type OpenCheckout, openCheckout } from '../support/open-checkout.ts';
import { payThrough } from '../support/payment.ts';
import { crossed, spread } from '../support/spread.ts';
import { judged, pairsOf } from '../support/verifier.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

type Gateway = 'localbankcards' | 'cardgw' | 'aggregator';

const returnFirst = 'MAGIC-RETURN-FIRST-';

/** Pays in the browser without choices on the page. The invoice prefix selects the order. */
async function paidIn(gateway: Gateway, prefix: string): Promise<{ page: Page; shop: OpenCheckout }> {
  const shop = await openCheckout(gateway, { invoice_no: `${prefix}1` });
  // The callback comes a moment after the browser was sent back. A slow browser takes longer than that moment.
  if (prefix === returnFirst) await shop.sandbox.control('clock/freeze', {});
  const page = await visitor();
  await page.goto(shop.redirectUrl);
  await payThrough(page, shop.sandbox, gateway);
  return { page, shop };
}

/** The messages to the merchant, in order of arrival. */
async function came({ sandbox, merchant }: OpenCheckout): Promise<string[]> {
  await sandbox.control('clock/resume', {});
  await settled(sandbox);
  return merchant.arrivals
    .filter(({ url }) => url.startsWith('/return') || url.startsWith('/callback'))
    .map(({ headers }) => (headers['user-agent'] === 'gateway-sandbox' ? 'callback' : 'return'));
}

const cardPages = ['localbankcards', 'cardgw'] as const;

const orders = [
  ['MAGIC-CALLBACK-FIRST-', ['callback', 'return']],
  [returnFirst, ['return', 'callback']],
  ['MAGIC-RETURN-ONLY-', ['return']],
] as const;

describe('order of callback and return, by the merchant’s own record', () => {
  describe('card pages: the browser returns by itself', () => {
    test.each(crossed(orders, cardPages))('%s, %s', async ([prefix, expected], gateway) => {
      const { page, shop } = await paidIn(gateway, prefix);
      await page.waitForURL(`${shop.merchant.url}/return?*`);
      await expect.poll(() => came(shop)).toEqual(expected);
    });

    test.each(cardPages)('%s, MAGIC-TOGETHER-: both come, in whichever order', async (gateway) => {
      const { page, shop } = await paidIn(gateway, 'MAGIC-TOGETHER-');
      await page.waitForURL(`${shop.merchant.url}/return?*`);
      expect((await came(shop)).sort()).toEqual(['callback', 'return']);
    });
  });

  describe('aggregator: the customer presses the button', () => {
    test.each([...orders, ['MAGIC-TOGETHER-', ['callback', 'return']] as const])(
      '%s',
      async (prefix, expected) => {
        const { page, shop } = await paidIn('aggregator', prefix);
        if (prefix === 'MAGIC-TOGETHER-') await shop.merchant.arrived(1);
        // The signed return URL itself, except where the callback waits for the press.
        const href = (await page.getByTestId('return-link').getAttribute('href')) ?? '';
        if (prefix !== returnFirst)
          expect(href.startsWith(`${shop.merchant.url}/return?approved=1&`)).toBe(true);
        await page.getByTestId('return-link').click();
        await page.waitForURL(`${shop.merchant.url}/return?*`);
        await expect.poll(() => came(shop)).toEqual(expected);
      },
    );
  });

  test.each(spread(['localbankcards', 'cardgw', 'aggregator'] as const, 2))(
    '%s, MAGIC-CALLBACK-ONLY-: the browser stays, and the callback comes',
    async (gateway) => {
      const { page, shop } = await paidIn(gateway, 'MAGIC-CALLBACK-ONLY-');
      await page.locator('[data-testid="result-status"][data-state="paid"]').waitFor();
      await page.waitForLoadState('domcontentloaded');
      await expect.poll(() => page.getByTestId('return-link').count()).toBe(0);
      await expect.poll(() => came(shop)).toEqual(['callback']);
    },
  );
});

describe('aggregator, return-first', () => {
  test('the callback waits for the press of the button, not for the page that shows it', async () => {
    const { page, shop } = await paidIn('aggregator', 'MAGIC-RETURN-FIRST-');
    const link = page.getByTestId('return-link');
    await expect.poll(() => link.getAttribute('href')).toBe(`/checkout/return?token=${shop.token}`);
    await shop.sandbox.control('clock/advance', { by: '10s' });
    await page.reload();
    await link.waitFor();
    await shop.sandbox.control('clock/advance', { by: '5s' });
    expect(shop.merchant.arrivals).toEqual([]);
    await expect.poll(() => shop.events()).not.toContain('checkout.returned');

    await link.click();
    await page.waitForURL(`${shop.merchant.url}/return?*`);
    const query = new URL(page.url()).search.slice(1);
    expect(judged('aggregator return', pairsOf(query), 'demo_secret_key')).toBe('paid');
    await expect.poll(() => came(shop)).toEqual(['return', 'callback']);
    expect((await shop.events()).filter((type) => type === 'checkout.returned')).toHaveLength(1);
  });

  test('a customer who never comes back: the callback goes out after 30 s', async () => {
    const { page, shop } = await paidIn('aggregator', 'MAGIC-RETURN-FIRST-');
    await page.getByTestId('return-link').waitFor();
    await shop.sandbox.control('clock/advance', { by: '30s' });
    await expect.poll(() => came(shop)).toEqual(['callback']);
  });

  test.each([
    ['an unknown token', '/checkout/return?token=nobody', 404],
    ['no token', '/checkout/return', 404],
  ])('the way back with %s is a page that says so', async (_what, path, status) => {
    const shop = await openCheckout('aggregator');
    const page = await visitor();
    const answer = await page.goto(shop.sandboxUrl + path);
    expect(answer?.status()).toBe(status);
  });

  test('the way back of a checkout that is still open leads to its form', async () => {
    const shop = await openCheckout('aggregator');
    const page = await visitor();
    await page.goto(`${shop.sandboxUrl}/checkout/return?token=${shop.token}`);
    await page.getByTestId('pay').waitFor();
    await expect.poll(() => shop.status()).toBe('started');
  });
});
