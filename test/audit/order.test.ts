import { expect, it } from 'vitest';
import { orderByUrl, usualOrderForm } from '../../src/audit/order.ts';
import { orderShop } from './order-shop.ts';

const checkout = 'http://127.0.0.1:4700/checkout?token=1';
const wanted = { invoiceNo: 'INV-1', gateway: 'cardgw', amount: '25.50' };

it.each([
  ['a redirect', 303, { Location: checkout }, ''],
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
  expect(order).toEqual({ invoiceNo: 'INV-1', amount: '25.50', redirectUrl: checkout });
});
