import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { payOn } from '../../src/playwright.ts';
import { buy, expectStatus } from '../support/customer.ts';
import { type Market, openMarket } from '../support/market.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('What a checkout page does not take', () => {
  test('a method of a page for cards, a card of a page for methods', async () => {
    const { page, market } = await atCheckout('cardgw');
    await expect(payOn(page, { method: 2 })).rejects.toThrow(
      'This checkout page takes cards: it has no method.',
    );
    await buy(page, market, 'aggregator');
    await expect(payOn(page, { card: 'decline' })).rejects.toThrow(
      'This checkout page offers methods: say which of them takes the card.',
    );
  });

  test.each([
    ['cardgw', { challenge: 'failed' }, 'never asks for the challenge "failed". Only the test card'],
    [
      'localbankcards',
      { challenge: 'rejected' },
      'never asks for the challenge "rejected". Only the test card',
    ],
    ['aggregator', { method: 1, card: 'decline' }, 'never asks for the card "decline". Choose a method'],
  ] as const)(
    '%s: %j, which the payment would ignore, is an error instead of a payment',
    async (gateway, options, words) => {
      const { page, market } = await atCheckout(gateway);
      await expect(payOn(page, options)).rejects.toThrow(`payOn did not pay: this payment ${words}`);
      expect(await market.order()).toMatchObject({ status: 'pending', arrivals: [] });
      await payOn(page);
      await expectStatus(page, 'paid');
    },
  );

  test('a payment that is declined though nobody asked for it is an error with the page’s words', async () => {
    const { redirectUrl } = await openCheckout('cardgw', { amount: '400.01' });
    const page = await visitor();
    await page.goto(`${redirectUrl}&lang=en`);
    await expect(payOn(page)).rejects.toThrow(
      /^The checkout did not take it: The payment did not go through .+ You can try again\.$/,
    );
  });

  test('an invalid delay', async () => {
    const { page } = await atCheckout('aggregator');
    await expect(payOn(page, { tools: { delay: 'soon' } })).rejects.toThrow(
      /^The checkout did not take it: .+$/,
    );
  });

  test('a page that is decided already', async () => {
    const { page } = await atCheckout('aggregator');
    await payOn(page, { tools: { order: 'callback-only' } });
    await expect(payOn(page)).rejects.toThrow(/^This checkout is decided already: .+$/);
  });
});

async function atCheckout(gateway: string): Promise<{ page: Page; market: Market }> {
  const market = await openMarket();
  const page = await visitor({ locale: 'en-GB' });
  await buy(page, market, gateway);
  return { page, market };
}
