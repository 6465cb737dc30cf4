import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFormOf, customer, type OpenShop, openShop, visit } from './open-shop.ts';
import { examples } from './shop-process.ts';

const unknown = 'The result is unknown: check with us before you pay again.';

describe.each(examples)('the shop in examples/$folder', (example) => {
  let shop: OpenShop;

  beforeAll(async () => {
    shop = await openShop(example);
  });

  afterAll(() => shop?.stop());

  test.each([
    ['walletA', '000005', 'BACKEND_ERROR'],
    ['walletA', '000006', 'ADD_PAYMENT_ERROR'],
    ['walletA', '000008', 'BACKEND_SERVER_ERROR'],
    ['walletB', '0005', 'BACKEND_ERROR'],
    ['walletB', '0006', 'ADD_PAYMENT_ERROR'],
    ['walletB', '0008', 'BACKEND_SERVER_ERROR'],
  ])('says that the result of a confirm is unknown: %s, %s', async (gateway, code, error) => {
    const { json } = await shop.order(gateway);
    const answer = await shop.post(`/orders/${json.invoice_no}/code`, { code });
    expect([answer.status, answer.json.error.code]).toEqual([502, error]);
    expect(answer.json.error.message).toMatch(
      /\. The result is unknown: check with us before you pay again\.$/,
    );
    expect(await shop.standing(json.invoice_no)).toEqual(['awaiting', 0]);
  });

  test('says so to a customer on its page, and not that the payment failed', async () => {
    const first = await visit(`${shop.url}/orders`, { ...customer, gateway: 'walletB', amount: '25.50' });
    const { action, hidden } = codeFormOf(first, shop.url);
    const page = await visit(action, { ...hidden, code: '0006' });
    expect(page).toContain(unknown);
    expect(page).not.toContain('did not go through');
  });

  test('says after a refusal of verify only what the gateway says, because nothing can be paid', async () => {
    await shop.sandbox.faults.add({ effect: { code: 'BACKEND_ERROR' } });
    const { status, json } = await shop.order('walletB');
    expect([status, json.error.code]).toEqual([422, 'BACKEND_ERROR']);
    expect(json.error.message).not.toContain(unknown);
  });
});
