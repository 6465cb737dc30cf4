import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeFormOf, customer, type OpenShop, openShop, visit } from './open-shop.ts';
import { examples } from './shop-process.ts';

const wallets = ['walletA', 'walletB'] as const;
const checkouts = ['localbankcards', 'cardgw', 'aggregator'] as const;

describe.each(examples)('the shop in examples/$folder', (example) => {
  let shop: OpenShop;

  beforeAll(async () => {
    shop = await openShop(example);
  });

  afterAll(() => shop?.stop());

  test.each(wallets)('is paid by %s: a wrong code is refused, the right one pays', async (gateway) => {
    const { status, json } = await shop.order(gateway);
    expect([status, await shop.standing(json.invoice_no)]).toEqual([201, ['awaiting', 0]]);
    const codePath = `/orders/${json.invoice_no}/code`;
    const { code } = await shop.sentCode(json.process_id);
    const wrong = await shop.post(codePath, { code: otherThan(code) });
    expect([wrong.status, wrong.json.error.code]).toEqual([
      422,
      gateway === 'walletA' ? 'INVLIAD_OTP' : 'CONFIRMATION_ERROR',
    ]);
    expect(await shop.standing(json.invoice_no)).toEqual(['awaiting', 0]);
    await Promise.all([1, 2, 3].map(() => shop.post(codePath, { code })));
    const { status: last, json: order } = await shop.post(codePath, { code });
    expect([last, order.status]).toEqual([200, 'paid']);
    expect(await shop.standing(json.invoice_no)).toEqual(['paid', 1]);
  });

  test('is paid on its pages, by a customer who reads them', async () => {
    const first = await visit(`${shop.url}/orders`, { ...customer, gateway: 'walletB', amount: '25.50' });
    const { code } = await shop.sentCode();
    const codeForm = codeFormOf(first, shop.url);
    const again = await visit(codeForm.action, { ...codeForm.hidden, code: otherThan(code) });
    expect(again).toMatch(/<\w+ [^>]*role="alert"/);
    expect(await visit(codeForm.action, { ...codeForm.hidden, code })).toContain('Thank you');
  });

  test.each(checkouts)('is paid by %s: by the callback, and the return finds it so', async (gateway) => {
    const { status, json } = await shop.order(gateway);
    expect([status, await shop.standing(json.invoice_no)]).toEqual([201, ['awaiting', 0]]);
    const { return_url } = await shop.sandbox.checkouts.approve(json.redirect_url, {
      order: 'callback-first',
    });
    expect(await shop.standing(json.invoice_no)).toEqual(['paid', 1]);
    expect(await visit(return_url)).toContain('Thank you');
    expect(await shop.standing(json.invoice_no)).toEqual(['paid', 1]);
  });

  test.each(checkouts)('believes the return of %s alone only where it has an amount', async (gateway) => {
    const { json } = await shop.order(gateway);
    const { return_url } = await shop.sandbox.checkouts.approve(json.redirect_url, { order: 'return-only' });
    await visit(return_url);
    const standing = gateway === 'aggregator' ? ['awaiting', 0] : ['paid', 1];
    expect(await shop.standing(json.invoice_no)).toEqual(standing);
  });

  test.each(checkouts)(
    'books twenty callbacks of %s at once once, and answers each like the first',
    async (gateway) => {
      const { json } = await shop.order(gateway);
      const twenty = { order: 'callback-only', copies: 20 } as const;
      const { callbacks } = await shop.sandbox.checkouts.approve(json.redirect_url, twenty);
      await shop.sandbox.callbacks.settled({ wait: '1m' });
      const sent = await Promise.all(callbacks.map((id) => shop.sandbox.callbacks.get(id)));
      const statuses = sent.map(({ attempts }) => attempts.map(({ answer }) => answer?.status));
      const [[first] = []] = statuses;
      expect(first).toSatisfy(isDelivered);
      expect(statuses).toEqual(Array(20).fill([first]));
      expect(await shop.standing(json.invoice_no)).toEqual(['paid', 1]);
    },
  );

  test.each([
    'wrong-hash',
    'no-hash',
    'lower-case-hash',
    'amount',
    'invoice',
    'types',
    'both-flags',
  ] as const)('refuses a callback with %s, and takes the genuine one', async (tamper) => {
    for (const gateway of checkouts) {
      const { json } = await shop.order(gateway);
      const { return_url } = await shop.sandbox.checkouts.approve(json.redirect_url, {
        order: 'callback-first',
        tamper,
      });
      const { data } = await shop.sandbox.callbacks.list({ invoice_no: json.invoice_no });
      const forged = data.find(({ tampered }) => tampered !== null);
      const genuine = data.find(({ tampered }) => tampered === null);
      expect(forged?.attempts[0]?.answer?.status, gateway).toBe(400);
      await visit(return_url);
      expect(await shop.standing(json.invoice_no), gateway).toEqual(['awaiting', 0]);
      // A refused callback is repeated until it is held.
      await shop.sandbox.callbacks.hold(forged?.id ?? '');
      await shop.sandbox.callbacks.release(genuine?.id ?? '');
      await shop.sandbox.callbacks.settled({ wait: '1m' });
      expect(await shop.standing(json.invoice_no), gateway).toEqual(['paid', 1]);
    }
  });

  test('declines an order that is not approved, and books it when it is paid after all', async () => {
    const { json } = await shop.order('aggregator');
    await shop.sandbox.checkouts.approve(json.redirect_url, {
      order: 'callback-first',
      tamper: 'approved-0',
    });
    expect(await shop.standing(json.invoice_no)).toEqual(['declined', 0]);
    const { data } = await shop.sandbox.callbacks.list({ invoice_no: json.invoice_no, status: 'held' });
    await shop.sandbox.callbacks.release(data[0]?.id ?? '');
    await shop.sandbox.callbacks.settled({ wait: '1m' });
    expect(await shop.standing(json.invoice_no)).toEqual(['paid', 1]);
  });

  test.each(checkouts)('ends the order when the customer cancels on the page of %s', async (gateway) => {
    const { json } = await shop.order(gateway);
    const { return_url } = await shop.sandbox.checkouts.cancel(json.redirect_url);
    await shop.sandbox.callbacks.settled({ wait: '1m' });
    expect(await visit(return_url)).toContain('Nothing was charged');
    const ended = gateway === 'aggregator' ? 'declined' : 'canceled';
    expect(await shop.standing(json.invoice_no)).toEqual([ended, 0]);
  });

  test('compares amount, gateway and currency of a genuine message with the order', async () => {
    const { invoice_no } = (await shop.order('cardgw')).json;
    const right = { gateway: 'cardgw', approved: '1', amount: '25.5', currency: 'USD' };
    const fields = { ...right, invoice_no, transaction_id: '100900' };
    for (const change of [{ amount: '0.01' }, { gateway: 'localbankcards' }, { currency: 'LYD' }]) {
      const query = await shop.signedQuery({ ...fields, ...change });
      expect((await fetch(`${shop.url}/return?${query}`)).status, query).toBe(400);
    }
    expect(await shop.standing(invoice_no)).toEqual(['awaiting', 0]);
    await fetch(`${shop.url}/callback?${await shop.signedQuery(fields)}`);
    expect(await shop.standing(invoice_no)).toEqual(['paid', 1]);
  });

  test('refuses the aggregator’s genuine return where it is posted as a callback', async () => {
    const { json } = await shop.order('aggregator');
    const query = await shop.signedQuery({ approved: '1', invoice_no: json.invoice_no });
    const body = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
    expect((await fetch(`${shop.url}/callback`, { method: 'POST', body })).status).toBe(400);
    expect(await shop.standing(json.invoice_no)).toEqual(['awaiting', 0]);
  });

  test('knows nothing of an order that it never made', async () => {
    const query = await shop.signedQuery({ approved: '1', invoice_no: 'NOBODYS-1' });
    expect((await fetch(`${shop.url}/return?${query}`)).status).toBe(404);
    expect((await shop.get('/orders/NOBODYS-1')).status).toBe(404);
  });

  test('tells the code and the message of a refusal, and the order is awaiting', async () => {
    const { status, json } = await shop.order('cardgw', '500.01');
    expect([status, json.error.code]).toEqual([422, 'AMOUNT_EXCEEDED_MAXIMUM']);
    expect(json.error.message).toMatch(/maximum/i);
    expect(await shop.standing(json.invoice_no)).toEqual(['awaiting', 0]);
  });

  test.each([
    ['no answer', { reset: true }],
    ['a page in place of JSON', { http_status: 502, body: 'html' }],
  ] as const)('tells in words that the gateway gave %s', async (_what, effect) => {
    await shop.sandbox.faults.add({ effect });
    const { status, json } = await shop.order('walletB');
    expect(status).toBe(502);
    expect(json.error.message).toMatch(/^The (gateway|payment service) \w+ .+\.$/);
    expect(await shop.standing(json.invoice_no)).toEqual(['awaiting', 0]);
  });

  test('takes no order without a way to pay, and shows no text as markup', async () => {
    expect((await shop.order('cash')).status).toBe(422);
    const answer = await fetch(`${shop.url}/orders`, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams({ ...customer, gateway: 'walletB', amount: '<b>1</b>' }),
    });
    expect(await answer.text()).not.toContain('<b>1');
  });

  test('prints none of its keys', () => {
    const { secretKey, apiKey, accessTokens } = shop.sandbox.account;
    for (const secret of [secretKey, apiKey, accessTokens.test]) expect(shop.output()).not.toContain(secret);
  });
});

/** What the gateway counts as delivered: for GET, redirects too. */
function isDelivered(status: number): boolean {
  return status >= 200 && status < 400;
}

function otherThan(code: string): string {
  return (code.startsWith('2') ? '1' : '2').repeat(code.length);
}
