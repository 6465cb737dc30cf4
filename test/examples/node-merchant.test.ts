import { describe, expect, test } from 'vitest';
import { orderJson } from '../../examples/node-merchant/src/orders.ts';
import { callbackOf, cardQuery, shopWithOrder, sign, signedJson } from './merchant-with-order.ts';

describe('POST /callback of the aggregator', () => {
  test('marks the order paid and answers ok', async () => {
    const { order, post } = shopWithOrder('aggregator');
    const response = await post(callbackOf(order.invoiceNo));
    expect([response.status, await response.text()]).toEqual([200, 'ok']);
    expect(orderJson(order)).toMatchObject({ status: 'paid', times_paid: 1, transaction_id: '100900' });
  });

  test('counts a second arrival as a duplicate and never pays twice', async () => {
    const { order, post } = shopWithOrder('aggregator');
    const body = callbackOf(order.invoiceNo);
    const answers = await Promise.all([post(body), post(body), post(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(orderJson(order)).toMatchObject({ status: 'paid', times_paid: 1, duplicates: 2 });
    expect(order.arrivals.map(({ outcome }) => outcome).sort()).toEqual(['duplicate', 'duplicate', 'paid']);
  });

  test('takes the amount as a number of hundredths', async () => {
    const { order, post } = shopWithOrder('aggregator');
    await post(callbackOf(order.invoiceNo, { amount: '64.5' }));
    expect(order.status).toBe('paid');
  });

  test('takes numbers where the document allows them', async () => {
    const { order, post } = shopWithOrder('aggregator');
    await post(callbackOf(order.invoiceNo, { approved: 1, transaction_id: 100_900 }));
    expect(order.status).toBe('paid');
  });

  test.each([
    ['another amount', { amount: '64.51' }, 'wrong-amount'],
    ['an amount in another form', { amount: '6450e-2' }, 'wrong-amount'],
    ['another gateway', { gateway: 'localbankcards' }, 'wrong-gateway'],
    ['another currency', { currency: 'USD' }, 'wrong-currency'],
    ['approved that is neither 1 nor 0', { approved: 'yes' }, 'incomplete'],
    ['no transaction_id', { transaction_id: '' }, 'incomplete'],
  ])('refuses %s although the hash is genuine', async (_name, changes, outcome) => {
    const { order, post } = shopWithOrder('aggregator');
    const response = await post(callbackOf(order.invoiceNo, changes));
    expect([response.status, await response.text()]).toEqual([400, outcome]);
    expect(orderJson(order)).toMatchObject({ status: 'pending', arrivals: [{ verified: true, outcome }] });
  });

  test('refuses both flags like a forgery', async () => {
    const { order, post } = shopWithOrder('aggregator');
    const response = await post(callbackOf(order.invoiceNo, { canceled: '1' }));
    expect(response.status).toBe(400);
    expect(orderJson(order)).toMatchObject({ status: 'pending', arrivals: [{ verified: false }] });
  });

  test('refuses a wrong hash with 400 and records it', async () => {
    const { order, post } = shopWithOrder('aggregator');
    const response = await post(callbackOf(order.invoiceNo).replace(/"hashed":".{4}/, '"hashed":"0000'));
    expect(response.status).toBe(400);
    expect(orderJson(order)).toMatchObject({
      status: 'pending',
      arrivals: [{ kind: 'callback', method: 'POST', verified: false, outcome: 'bad-hash' }],
    });
  });

  test('refuses the genuine return of the same order, replayed as a callback', async () => {
    const { order, post } = shopWithOrder('aggregator');
    const response = await post(signedJson({ approved: '1', invoice_no: order.invoiceNo }));
    expect([response.status, order.status]).toEqual([400, 'pending']);
  });

  test.each(['', 'null', '[]', '"text"', '{"approved":true}', '{"approved":{"a":1}}', '{'])(
    'answers 400 to the body %j',
    async (body) => {
      const { post } = shopWithOrder('aggregator');
      expect((await post(body)).status).toBe(400);
    },
  );

  test('answers 404 to an unknown invoice', async () => {
    const { post } = shopWithOrder('aggregator');
    expect((await post(callbackOf('SOMEONE-ELSES'))).status).toBe(404);
  });

  test('marks the order failed when it is not approved, and paid when a payment follows', async () => {
    const { order, post } = shopWithOrder('aggregator');
    expect((await post(callbackOf(order.invoiceNo, { approved: '0' }))).status).toBe(200);
    expect(order.status).toBe('failed');
    await post(callbackOf(order.invoiceNo));
    expect(orderJson(order)).toMatchObject({ status: 'paid', times_paid: 1 });
  });

  test('answers 503 while the shop is down, and the retry pays', async () => {
    const { order, post, down } = shopWithOrder('aggregator');
    await down(true);
    expect((await post(callbackOf(order.invoiceNo))).status).toBe(503);
    expect(order.status).toBe('pending');
    await down(false);
    await post(callbackOf(order.invoiceNo));
    expect(order.arrivals.map(({ outcome }) => outcome)).toEqual(['shop-down', 'paid']);
  });
});

describe('GET /return', () => {
  test('of a card gateway pays once, whichever of callback and browser comes first', async () => {
    const { order, visit, call } = shopWithOrder('localbankcards');
    const query = cardQuery('localbankcards', order.invoiceNo, 'approved=1');
    const page = await visit(query);
    expect([page.status, page.headers.get('Location')]).toEqual([303, `/orders/${order.id}`]);
    expect((await call(query)).status).toBe(200);
    expect(orderJson(order)).toMatchObject({
      status: 'paid',
      times_paid: 1,
      arrivals: [
        { kind: 'return', method: 'GET', outcome: 'paid', query_or_body: query },
        { kind: 'callback', method: 'GET', outcome: 'duplicate', query_or_body: query },
      ],
    });
  });

  test('of a canceled card payment cancels the order, but never a paid one', async () => {
    const { order, call } = shopWithOrder('localbankcards');
    await call(cardQuery('localbankcards', order.invoiceNo, 'canceled=1'));
    expect(order.status).toBe('canceled');
    await call(cardQuery('localbankcards', order.invoiceNo, 'approved=1'));
    await call(cardQuery('localbankcards', order.invoiceNo, 'canceled=1'));
    expect(order.arrivals.map(({ outcome }) => outcome)).toEqual(['canceled', 'paid', 'already-paid']);
  });

  test('of cardgw has to name US dollars', async () => {
    const { order, call } = shopWithOrder('cardgw');
    const fields = `gateway=cardgw&approved=1&amount=13.25&currency=USD&invoice_no=${order.invoiceNo}&transaction_id=7`;
    const inDinars = fields.replace('USD', 'LYD');
    expect((await call(`${inDinars}&hashed=${sign(inDinars)}`)).status).toBe(400);
    expect((await call(`${fields}&hashed=${sign(fields)}`)).status).toBe(200);
    expect(order.timesPaid).toBe(1);
  });

  test('of the aggregator never pays by itself: the order waits for the callback', async () => {
    const { app, order, visit, post } = shopWithOrder('aggregator');
    const fields = `approved=1&invoice_no=${order.invoiceNo}`;
    await visit(`${fields}&hashed=${sign(fields)}`);
    expect(order.status).toBe('pending');
    expect(await (await app.request(`/orders/${order.id}`)).text()).toContain('Waiting for confirmation');
    await post(callbackOf(order.invoiceNo));
    expect(await (await app.request(`/orders/${order.id}`)).text()).toContain('data-status="paid"');
  });

  test('of the aggregator never pays even with a whole callback in its query', async () => {
    const { order, visit, call } = shopWithOrder('aggregator');
    const query = cardQuery('aggregator', order.invoiceNo, 'approved=1');
    await visit(query);
    await call(query);
    expect(order.status).toBe('pending');
    expect(order.arrivals.map(({ kind }) => kind)).toEqual(['return', 'return']);
  });

  test('with a forged hash shows a page and changes nothing', async () => {
    const { order, visit } = shopWithOrder('localbankcards');
    const page = await visit(
      cardQuery('localbankcards', order.invoiceNo, 'approved=1').replace('64.50', '0.01'),
    );
    expect([page.status, order.status]).toEqual([400, 'pending']);
    expect(await page.text()).toContain('We could not confirm this payment');
  });
});

describe('the pages', () => {
  test('escape whatever came from outside', async () => {
    const { app, order } = shopWithOrder('walletA');
    order.processId = '1';
    order.mobileNumber = '"><script>alert(1)</script>';
    const page = await (await app.request(`/orders/${order.id}/code`)).text();
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>alert');
  });

  test('list the orders, as JSON for a program', async () => {
    const { app, order } = shopWithOrder('walletB');
    expect(await (await app.request('/orders')).json()).toEqual([orderJson(order)]);
    expect(await (await app.request(`/orders/${order.id}.json`)).json()).toEqual(orderJson(order));
    expect(await (await app.request('/orders', { headers: { Accept: 'text/html' } })).text()).toContain(
      '<table>',
    );
  });
});
