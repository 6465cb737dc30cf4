import { expect, it } from 'vitest';
import { orderByUrl, usualOrderForm } from '../../src/audit/order.ts';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { orderShop } from './order-shop.ts';

const checkout = 'http://127.0.0.1:4700/checkout?token=1';
const wanted = { invoiceNo: 'INV-1', gateway: 'cardgw', amount: '25.50' };

it.each([
  ['a redirect', 303, { Location: checkout }, ''],
  ['a redirect that keeps the method', 307, { Location: checkout }, ''],
  ['JSON', 200, {}, JSON.stringify({ redirect_url: checkout })],
  [
    'JSON with the address of the order',
    201,
    { Location: '/orders/1' },
    JSON.stringify({ redirect_url: checkout }),
  ],
])('an order leads to its checkout by %s', async (_how, status, headers, body) => {
  const { url } = await orderShop(undefined, async () => new Response(body, { status, headers }));
  const order = await orderByUrl(`${url}/orders`, usualOrderForm, 5000)(wanted);
  expect(order).toMatchObject({ invoiceNo: 'INV-1', amount: '25.50', redirectUrl: checkout });
});

it('an order that must be sent elsewhere is not created', async () => {
  const headers = { Location: '/orders/' };
  const { url } = await orderShop(undefined, async () => new Response(null, { status: 307, headers }));
  await expect(orderByUrl(`${url}/orders`, usualOrderForm, 5000)(wanted)).rejects.toThrow(
    `No order with cardgw could be created at ${url}/orders: it answered 307, a redirect to /orders/. Name that address with --order-url.`,
  );
});

it('an order that opens no checkout is told with what its URL answered', async () => {
  const headers = { Location: '/login' };
  const { url } = await orderShop(undefined, async () => new Response(null, { status: 302, headers }));
  const options = { ...shopMeans(await started(), url), returnUrl: undefined };
  await expect(allResults(options, 'cardgw')).rejects.toThrow(
    `or let the order open its checkout at the sandbox. ${url}/make answered 302, a redirect to /login.`,
  );
});
