import { describe, expect, test } from 'vitest';
import { buy, expectStatus } from '../support/customer.ts';
import { type Market, openMarket } from '../support/market.ts';
import { payThrough } from '../support/payment.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('a merchant that is down and comes back', () => {
  test('aggregator: the order waits for the retried callback, and the shop’s page then says that it is paid', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'aggregator');
    await market.shopIsDown(true);
    await payThrough(page, market.sandbox, 'aggregator');
    await attempted(market);
    await page.getByTestId('return-link').click();
    await expectStatus(page, 'pending');
    await page.getByText('Waiting for confirmation').waitFor();
    await market.shopIsDown(false);
    await market.sandbox.control('clock/advance', { by: '6s' });
    await expectStatus(page, 'paid');
    const order = await market.order();
    expect(order).toMatchObject({ status: 'paid', times_paid: 1 });
    expect(outcomes(order)).toEqual(['callback shop-down', 'return waiting-for-callback', 'callback paid']);
    expect(order.arrivals[2]?.query_or_body).toBe(order.arrivals[0]?.query_or_body);
  });

  test('cardgw: the return pays the order, and the retried callback is a repeat of it', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'cardgw');
    await market.shopIsDown(true);
    await page.getByRole('button', { name: '4111 1111 1111 1111' }).click();
    await page.getByTestId('pay').click();
    await expectStatus(page, 'paid');
    await attempted(market);
    await market.shopIsDown(false);
    await market.sandbox.control('clock/advance', { by: '6s' });
    const order = await market.order();
    expect(order).toMatchObject({ status: 'paid', times_paid: 1, duplicates: 1 });
    expect(outcomes(order).toSorted()).toEqual(['callback duplicate', 'callback shop-down', 'return paid']);
  });

  test('if the app never comes back, the callback has failed after five attempts', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'aggregator');
    await market.shopIsDown(true);
    await payThrough(page, market.sandbox, 'aggregator', 2);
    let cursor = await attempted(market);
    for (const by of ['6s', '34s', '133s', '661s']) {
      await market.sandbox.control('clock/advance', { by });
      cursor = await attempted(market, cursor);
    }
    await expect.poll(() => market.order()).toMatchObject({ status: 'pending', times_paid: 0 });
    const { json } = await market.sandbox.control('callbacks');
    expect(json.data).toMatchObject([{ status: 'exhausted', next_attempt_at: null }]);
    expect(market.orderNow().arrivals).toHaveLength(5);
  });
});

describe('invoice_no', () => {
  test.each([
    ['the same gateway', 'cardgw/confirm'],
    ['another gateway', 'localbankcards/confirm'],
  ])('of an earlier order is refused on %s', async (_, path) => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'cardgw');
    await page.getByRole('button', { name: '4111 1111 1111 1111' }).click();
    await page.getByTestId('pay').click();
    await expectStatus(page, 'paid');
    const { invoice_no } = await market.order();
    const { status, json } = await market.sandbox.call(path, {
      amount: '3.70',
      invoice_no,
      return_url: `${market.shopUrl}/return`,
    });
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      status: 422,
      code: 'INVALID_INPUTS',
      fields: { invoice_no: [expect.any(String)] },
    });
    await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
  });
});

/** The event log cursor after the next attempt of a callback. */
async function attempted({ sandbox }: Market, after = '0'): Promise<string> {
  const { json } = await sandbox.control(`events?type=callback.attempted&after=${after}&wait=50s`);
  expect(json.data).toHaveLength(1);
  return json.cursor;
}

function outcomes({ arrivals }: Awaited<ReturnType<Market['order']>>): string[] {
  return arrivals.map(({ kind, outcome }) => `${kind} ${outcome}`);
}
