import { expect, it } from 'vitest';
import { advance, callback, settled } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { formsOf } from '../support/payment.ts';
import { startOfTest } from '../support/sandbox.ts';

/** A payment on the page, with this order, that waits for the browser's return. */
async function paidByPage(delay: string) {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  const forms = await formsOf(sandbox, 'aggregator', { callback_url: `${merchant.url}/callback` });
  await forms.pay();
  await forms.code('123456', { order: 'return-first', delay });
  const nextAttemptMs = async () => Date.parse((await callback(sandbox)).next_attempt_at) - startOfTest;
  return { sandbox, merchant, nextAttemptMs, goBack: () => sandbox.fetch('/checkout/return?token=token-1') };
}

it.each([
  ['', 1000],
  ['7s', 7000],
])(
  'return-first, on the page with a delay of “%s”: the callback waits for the browser',
  async (delay, ms) => {
    const { sandbox, merchant, nextAttemptMs, goBack } = await paidByPage(delay);
    expect(await nextAttemptMs()).toBe(30_000);
    await advance(sandbox, '20s');
    expect((await goBack()).status).toBe(303);
    expect(await nextAttemptMs()).toBe(20_000 + ms);
    await advance(sandbox, `${ms - 1}ms`);
    expect(merchant.arrivals).toEqual([]);
    await advance(sandbox, '1ms');
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  },
);

it('return-first, and the browser never comes: the callback is sent after 30 s', async () => {
  const { sandbox, merchant } = await paidByPage('');
  await advance(sandbox, '29999ms');
  expect(merchant.arrivals).toEqual([]);
  await advance(sandbox, '1ms');
  await settled(sandbox);
  expect(merchant.arrivals).toHaveLength(1);
});

it('return-first: only the first return counts', async () => {
  const { sandbox, nextAttemptMs, goBack } = await paidByPage('7s');
  await goBack();
  await advance(sandbox, '5s');
  await goBack();
  expect(await nextAttemptMs()).toBe(7000);
  const { data } = (await sandbox.control('events?type=checkout.returned')).json;
  expect(data).toHaveLength(1);
});

it('return-only: the return is recorded, and sends no callback', async () => {
  const sandbox = await freshSandbox();
  const forms = await formsOf(sandbox, 'aggregator');
  await forms.pay();
  await forms.code('123456', { order: 'return-only' });
  expect((await sandbox.fetch('/checkout/return?token=token-1')).status).toBe(303);
  expect((await sandbox.control('events?type=checkout.returned')).json.data).toHaveLength(1);
  expect(await callback(sandbox)).toMatchObject({ status: 'dropped', next_attempt_at: null, attempts: [] });
});
