import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CheckoutName } from '../support/checkouts.ts';
import { buy, expectStatus, textOf } from '../support/customer.ts';
import { type Market, openMarket } from '../support/market.ts';
import { payThrough } from '../support/payment.ts';
import { crossed } from '../support/spread.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('order of callback and return, by the shop’s own record', () => {
  test.each(crossed(['localbankcards', 'cardgw', 'aggregator'] as const, ['callback', 'return'] as const))(
    '%s, %s-first',
    async (gateway, first) => {
      const market = await openMarket();
      const page = await choose(market, gateway, { order: `${first}-first` });
      await pay(market, page, gateway);
      if (first === 'callback') await expectStatus(page, 'paid');
      else await page.getByTestId('order-status').waitFor();
      await expect
        .poll(() => arrivals(market))
        .toEqual(first === 'callback' ? ['callback', 'return'] : ['return', 'callback']);
      await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
    },
  );

  test.each(['cardgw', 'aggregator'])(
    '%s, callback-only: the customer closes the tab, and the page shows no way back',
    async (gateway) => {
      const market = await openMarket();
      const page = await choose(market, gateway, { order: 'callback-only' });
      await page.getByTestId('tool-approve').click();
      await page.locator('[data-testid="result-status"][data-state="paid"]').waitFor();
      await expect
        .poll(() => textOf(page.locator('.result-note')))
        .toBe('In this test, the customer closes the page here and does not return to the store.');
      await page.waitForLoadState('domcontentloaded');
      await expect.poll(() => page.getByTestId('return-link').count()).toBe(0);
      await expect.poll(() => page.locator('meta[http-equiv]').count()).toBe(0);
      await expect.poll(() => arrivals(market)).toEqual(['callback']);
      await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
    },
  );

  test('cardgw, return-only: the callback is lost, and the return alone pays', async () => {
    const market = await openMarket();
    const page = await choose(market, 'cardgw', { order: 'return-only' });
    await pay(market, page, 'cardgw');
    await expectStatus(page, 'paid');
    await expect.poll(() => arrivals(market)).toEqual(['return']);
    const { json } = await market.sandbox.control('callbacks');
    expect(json.data).toMatchObject([{ status: 'dropped', attempts: [] }]);
  });

  test('aggregator, return-only: the shop waits for a callback that never comes', async () => {
    const market = await openMarket();
    const page = await choose(market, 'aggregator', { order: 'return-only' });
    await pay(market, page, 'aggregator');
    await expectStatus(page, 'pending');
    await expect.poll(() => arrivals(market)).toEqual(['return']);
  });

  test('the order of the settings applies where the tester chooses nothing', async () => {
    const market = await openMarket({ settings: { callback: { order: 'callback-only', copies: 2 } } });
    const page = await choose(market, 'cardgw', {});
    await page.getByTestId('tool-approve').click();
    await page.locator('.result-note').waitFor();
    await expect.poll(() => arrivals(market)).toEqual(['callback', 'callback']);
  });
});

describe('copies and delay', () => {
  test('three copies are three callbacks of the same bytes, and the order is paid once', async () => {
    const market = await openMarket();
    const page = await choose(market, 'aggregator', { copies: '3' });
    await pay(market, page, 'aggregator');
    const order = await market.order();
    const callbacks = order.arrivals.filter(({ kind }) => kind === 'callback');
    expect(callbacks).toHaveLength(3);
    expect(new Set(callbacks.map(({ query_or_body }) => query_or_body)).size).toBe(1);
    expect(order).toMatchObject({ status: 'paid', times_paid: 1, duplicates: 2 });
  });

  test('a delay holds the callback back on the sandbox’s clock', async () => {
    const market = await openMarket();
    const page = await choose(market, 'aggregator', { delay: '10m' });
    await pay(market, page, 'aggregator');
    await expectStatus(page, 'pending');
    expect(market.orderNow().arrivals.map(({ kind }) => kind)).toEqual(['return']);
    await market.sandbox.control('clock/advance', { by: '10m' });
    await expectStatus(page, 'paid');
    await expect.poll(() => arrivals(market)).toEqual(['return', 'callback']);
  });
});

/** Opens the gateway's page and makes choices in the tester tools. */
async function choose(
  market: Market,
  gateway: string,
  { order, ...typed }: { order?: string; delay?: string; copies?: string },
): Promise<Page> {
  const page = await visitor();
  await buy(page, market, gateway);
  await openTools(page, 'advanced');
  if (order) await page.getByTestId('order').selectOption(order);
  for (const [field, value] of Object.entries(typed)) await page.getByTestId(field).fill(value);
  return page;
}

/** Pays like a customer. The tester's choices apply to that too. */
async function pay({ sandbox }: Market, page: Page, gateway: CheckoutName): Promise<void> {
  await payThrough(page, sandbox, gateway);
  if (gateway === 'aggregator') await page.getByTestId('return-link').click();
}

async function arrivals(market: Market): Promise<string[]> {
  return (await market.order()).arrivals.map(({ kind }) => kind);
}
