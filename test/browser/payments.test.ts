import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buy, expectStatus, textOf } from '../support/customer.ts';
import { openMarket } from '../support/market.ts';
import { payThrough, typeSentCode } from '../support/payment.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { spread } from '../support/spread.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const genuine = (kind: string, method: string, outcome: string) => ({
  kind,
  method,
  verified: true,
  outcome,
});

describe('localbankcards and cardgw', () => {
  test.each([
    ['localbankcards', '9111 1111 1111 1111', '18.00', 'LYD'],
    ['cardgw', '4111 1111 1111 1111', '3.70', 'USD'],
  ])(
    '%s: a test card pays, the customer comes back by itself, and the shop books it once',
    async (gateway, card, amount, currency) => {
      const market = await openMarket();
      const page = await visitor();
      await buy(page, market, gateway);
      const shown = currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
      await expect.poll(() => textOf(page.getByTestId('amount'))).toBe(shown);
      await page.getByRole('button', { name: card }).click();
      await page.getByTestId('pay').click();
      if (gateway === 'localbankcards') await confirmByCode(page, market.sandbox);
      await expectStatus(page, 'paid');
      const order = await market.order();
      expect(order).toMatchObject({
        gateway,
        amount,
        currency,
        status: 'paid',
        times_paid: 1,
        duplicates: 1,
      });
      expect(order.arrivals).toHaveLength(2);
      expect(order.arrivals).toContainEqual(expect.objectContaining({ kind: 'callback', method: 'GET' }));
      expect(order.arrivals).toContainEqual(expect.objectContaining({ kind: 'return', method: 'GET' }));
      expect(order.arrivals.map(({ outcome }) => outcome).toSorted()).toEqual(['duplicate', 'paid']);
      expect(order.arrivals.map(({ verified }) => verified)).toEqual([true, true]);
      // The redirect and the callback have the same query.
      expect(order.arrivals[0]?.query_or_body).toBe(order.arrivals[1]?.query_or_body);
    },
  );

  test.each(['localbankcards', 'cardgw'])(
    '%s: canceling brings the customer back and cancels the order',
    async (gateway) => {
      const market = await openMarket();
      const page = await visitor();
      await buy(page, market, gateway);
      await page.getByTestId('cancel').click();
      await expectStatus(page, 'canceled');
      const order = await market.order();
      expect(order).toMatchObject({ status: 'canceled', times_paid: 0 });
      expect(order.arrivals.map(({ outcome }) => outcome).toSorted()).toEqual(['canceled', 'duplicate']);
      const [{ query_or_body: query = '' } = {}] = order.arrivals;
      expect(query).toMatch(new RegExp(`^gateway=${gateway}&canceled=1&`));
      expect(new URLSearchParams(query).has('approved')).toBe(false);
    },
  );

  test.each([
    ['localbankcards', '9000 0000 0000 0002'],
    ['cardgw', '4000 0000 0000 0002'],
  ])(
    '%s: a declined card leaves the page open, nothing is called back, and another card pays',
    async (gateway, card) => {
      const market = await openMarket();
      const page = await visitor();
      await buy(page, market, gateway);
      await page.getByRole('button', { name: card }).click();
      await page.getByTestId('pay').click();
      await expect
        .poll(() => textOf(page.getByTestId('notice')))
        .toBe(
          'The payment did not go through Your bank declined the payment. You were not charged. You can try again.',
        );
      await expect.poll(() => market.order()).toMatchObject({ status: 'pending', arrivals: [] });
      await page.getByRole('button', { name: card.replace(/.{4}$/, '0119') }).click();
      await page.getByTestId('pay').click();
      if (gateway === 'localbankcards') await confirmByCode(page, market.sandbox);
      await expectStatus(page, 'paid');
      await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
    },
  );

  test('a card that fails once then works is declined the first time and pays the second time', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'cardgw');
    await page.getByRole('button', { name: '4000 0000 0000 0119' }).click();
    await page.getByTestId('pay').click();
    await page.getByTestId('notice').waitFor();
    await expect.poll(() => page.getByTestId('number').inputValue()).toBe('');
    await page.getByRole('button', { name: '4000 0000 0000 0119' }).click();
    await page.getByTestId('pay').click();
    await expectStatus(page, 'paid');
  });
});

describe('aggregator', () => {
  test.each(spread([1, 2, 3, 4, 5] as const, 3))(
    'method %i pays, its callback says which, and the button leads back',
    async (number) => {
      const market = await openMarket();
      const page = await visitor();
      await buy(page, market, 'aggregator');
      await payThrough(page, market.sandbox, 'aggregator', number);
      await page.getByTestId('return-link').click();
      await expectStatus(page, 'paid');
      const order = await market.order();
      expect(order).toMatchObject({ status: 'paid', times_paid: 1, duplicates: 0 });
      expect(order.arrivals).toMatchObject([
        genuine('callback', 'POST', 'paid'),
        genuine('return', 'GET', 'already-paid'),
      ]);
      expect(JSON.parse(order.arrivals[0]?.query_or_body ?? '')).toEqual({
        gateway: 'aggregator',
        approved: '1',
        amount: '18.00',
        invoice_no: order.invoice_no,
        paymet_method: `method_${number}`,
        transaction_id: order.transaction_id,
        hashed: expect.stringMatching(/^[0-9A-F]{64}$/),
      });
    },
  );

  test('canceling sends no callback; the customer comes back with approved 0', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'aggregator');
    await page.getByTestId('cancel').click();
    await page.getByTestId('return-link').click();
    await expectStatus(page, 'failed');
    const order = await market.order();
    expect(order).toMatchObject({ status: 'failed', times_paid: 0 });
    expect(order.arrivals).toMatchObject([genuine('return', 'GET', 'not-approved')]);
    expect(order.arrivals[0]?.query_or_body).toMatch(
      new RegExp(`^approved=0&invoice_no=${order.invoice_no}&hashed=[0-9A-F]{64}$`),
    );
  });
});

async function confirmByCode(page: Page, sandbox: TestSandbox): Promise<void> {
  await typeSentCode(page, sandbox);
  await page.getByTestId('pay').click();
}
