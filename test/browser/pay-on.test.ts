import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { payOn } from '../../src/playwright.ts';
import { buy, expectStatus, textOf } from '../support/customer.ts';
import { type Market, openMarket } from '../support/market.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { spread } from '../support/spread.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const pages = ['localbankcards', 'cardgw', 'aggregator'] as const;

describe('payOn(page)', () => {
  test.each([
    ['localbankcards', 'canceled'],
    ['cardgw', 'canceled'],
    ['aggregator', 'failed'],
  ])('%s: cancel leads back, and the order is %s', async (gateway, status) => {
    const { page, market } = await atCheckout(gateway);
    await payOn(page, { cancel: true });
    await expectStatus(page, status);
    await expect.poll(() => market.order()).toMatchObject({ status, times_paid: 0 });
  });

  test.each(pages)(
    '%s: decline leaves the page open; then it is paid, and the customer is back at the shop',
    async (gateway) => {
      const { page, market } = await atCheckout(gateway);
      await payOn(page, { decline: true });
      await expect
        .poll(() => textOf(page.getByTestId('notice')))
        .toContain('Your bank declined the payment.');
      await expect.poll(() => market.order()).toMatchObject({ status: 'pending', arrivals: [] });
      await payOn(page);
      await expectStatus(page, 'paid');
      await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
    },
  );

  test.each(spread([1, 2, 3, 4, 5] as const, 3))(
    'method %i is the one that the callback names',
    async (method) => {
      const { page, market } = await atCheckout('aggregator');
      await payOn(page, { method });
      await expectStatus(page, 'paid');
      const [callback] = (await market.order()).arrivals;
      expect(JSON.parse(callback?.query_or_body ?? '')).toMatchObject({ paymet_method: `method_${method}` });
    },
  );

  test('reads the code from a sandbox that needs a token', async () => {
    const token = 'token-of-the-test';
    const { redirectUrl, sandbox } = await openCheckout('localbankcards', {}, { token });
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect(payOn(page)).rejects.toThrow(/ Pass it to payOn: \{ token: sandbox\.token \}\.$/);
    await page.goto(redirectUrl);
    await payOn(page, { token });
    const headers = { Authorization: `Bearer ${token}` };
    const { json } = await sandbox.fetch('/_sandbox/api/transactions', { headers });
    expect(json.data[0].status).toBe('completed');
  });

  test('a method that the page does not have is an error at once', async () => {
    const { page } = await atCheckout('aggregator');
    await expect(payOn(page, { method: 9 as 1 })).rejects.toThrow('This checkout page has no method 9.');
  });

  test.each([
    ['localbankcards', 'insufficient_funds', 'There is not enough money'],
    ['cardgw', 'expired_card', 'expired'],
  ] as const)('%s: the card %s is declined in its own words', async (gateway, card, words) => {
    const { page } = await atCheckout(gateway);
    await payOn(page, { card });
    await expect.poll(() => textOf(page.getByTestId('notice'))).toContain(words);
  });

  test('a sandbox whose clock is decades ahead takes the card', async () => {
    const { page, market } = await atCheckout('cardgw');
    await market.sandbox.control('clock/freeze', { at: '2060-06-01T00:00:00Z' });
    await buy(page, market, 'cardgw');
    await payOn(page);
    await expectStatus(page, 'paid');
  });

  test('a card that fails once is paid by the second time', async () => {
    const { page } = await atCheckout('cardgw');
    await payOn(page, { card: 'fail_once' });
    await payOn(page, { card: 'fail_once' });
    await expectStatus(page, 'paid');
  });

  test('the tester’s choices go with the payment: the callback is lost, or comes twice', async () => {
    const { page, market } = await atCheckout('cardgw');
    await payOn(page, { tools: { order: 'return-only' } });
    await expectStatus(page, 'paid');
    expect((await market.order()).arrivals.map(({ kind }) => kind)).toEqual(['return']);
    await buy(page, market, 'aggregator');
    await payOn(page, { tools: { order: 'callback-first', copies: 2, delay: '1ms', hold: false } });
    await expectStatus(page, 'paid');
    expect((await market.order()).arrivals.map(({ kind }) => kind)).toEqual([
      'callback',
      'callback',
      'return',
    ]);
  });

  test.each([
    [false, 'delivered'],
    [true, 'held'],
  ])('hold: %s overrides callback.hold: the callback is %s', async (hold, status) => {
    const holding = { settings: { callback: { hold: true } } };
    const { redirectUrl, sandbox } = await openCheckout('aggregator', {}, holding);
    const page = await visitor();
    await page.goto(redirectUrl);
    await payOn(page, { tools: { hold } });
    await expect.poll(async () => (await sandbox.control('callbacks/1')).json.status).toBe(status);
  });

  test('a forged callback is sent where one was chosen', async () => {
    const { redirectUrl, merchant } = await openCheckout('aggregator');
    const page = await visitor();
    await page.goto(redirectUrl);
    await payOn(page, { tools: { order: 'callback-only', tamper: 'no-hash' } });
    const [callback] = await merchant.arrived(1);
    expect(JSON.parse(callback?.body ?? '')).not.toHaveProperty('hashed');
  });

  test('callback-only: the customer stays, for there is no way back', async () => {
    const { page, market } = await atCheckout('aggregator');
    await payOn(page, { tools: { order: 'callback-only' } });
    await expect.poll(() => page.getByTestId('result-status').getAttribute('data-state')).toBe('paid');
    await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
  });
});

describe('The steps of a page', () => {
  test('a card whose bank asks by 3-D Secure pays where the bank authenticates', async () => {
    const { page } = await atCheckout('cardgw');
    await payOn(page, { card: 'challenge' });
    await expectStatus(page, 'paid');
  });

  test('and is declined or left waiting if the test asks for that', async () => {
    const { page } = await atCheckout('cardgw');
    await payOn(page, { card: 'challenge', challenge: 'rejected' });
    await expect
      .poll(() => textOf(page.getByTestId('notice')))
      .toContain('could not confirm that this card is yours');
    await payOn(page, { card: 'challenge', challenge: 'no-answer' });
    await page.getByRole('heading', { name: 'Waiting for your bank' }).waitFor();
    await expect(payOn(page)).rejects.toThrow('This page asks for nothing: Waiting for your bank');
  });

  test('a method that takes a card takes the one that is said', async () => {
    const { page, market } = await atCheckout('aggregator');
    await payOn(page, { method: 4, card: 'expired_card' });
    await expect.poll(() => textOf(page.getByTestId('notice'))).toContain('expired');
    await payOn(page);
    await expectStatus(page, 'paid');
    const [callback] = (await market.order()).arrivals;
    expect(JSON.parse(callback?.query_or_body ?? '')).toMatchObject({ paymet_method: 'method_4' });
  });

  test('the page’s own code is read, whatever other codes the same card asked for', async () => {
    const { page: first, market } = await atCheckout('localbankcards');
    const second = await visitor({ locale: 'en-GB' });
    await buy(second, market, 'localbankcards');
    await Promise.all([payOn(first), payOn(second)]);
    for (const page of [first, second]) await expectStatus(page, 'paid');
  });

  test('a code of one’s own is typed, and a wrong one is an error with the page’s words', async () => {
    const { page } = await atCheckout('localbankcards');
    await expect(payOn(page, { code: () => '000000' })).rejects.toThrow(
      'The checkout did not take it: This code is not right. Check the message and try again. 4 tries left.',
    );
    await payOn(page);
    await expectStatus(page, 'paid');
  });

  test('where the pages show no tester tools, the code is the caller’s to know', async () => {
    const { redirectUrl, status } = await openCheckout('localbankcards', {}, { testerTools: false });
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect(payOn(page)).rejects.toThrow('This sandbox shows no tester tools: payOn needs the `code`.');
    await payOn(page, { code: '123456' });
    await expect.poll(() => status()).toBe('completed');
  });
});

async function atCheckout(gateway: string): Promise<{ page: Page; market: Market }> {
  const market = await openMarket();
  const page = await visitor({ locale: 'en-GB' });
  await buy(page, market, gateway);
  return { page, market };
}
