import { expect, it } from 'vitest';
import { orderByUrl, usualOrderForm } from '../../src/audit/order.ts';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
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
  expect(order).toMatchObject({ invoiceNo: 'INV-1', amount: '25.50', redirectUrl: checkout });
});

it.each([
  [307, '/orders/'],
  [308, 'https://shop.example/orders'],
  [307, '/checkout?token=1'],
])('an order that must be sent elsewhere is not created: %d, %s', async (status, to) => {
  const { url } = await orderShop(
    undefined,
    async () => new Response(null, { status, headers: { Location: to } }),
  );
  await expect(orderByUrl(`${url}/orders`, usualOrderForm, 5000)(wanted)).rejects.toThrow(
    `No order with cardgw could be created at ${url}/orders: it answered ${status}, a redirect to ${to}. If orders are created there, name that address with --order-url. If customers go on there, redirect with 303: a browser repeats the POST after ${status}.`,
  );
});

it('an order that must be sent to a page of the app itself is not created', async () => {
  const { url } = await orderShop(undefined, async ({ url: asked }) => {
    const Location = new URL('/checkout?token=1', asked).href;
    return new Response(null, { status: 307, headers: { Location } });
  });
  await expect(orderByUrl(`${url}/orders`, usualOrderForm, 5000)(wanted)).rejects.toThrow(
    `it answered 307, a redirect to ${url}/checkout?token=1. If orders are created there, name that address with --order-url. If`,
  );
});

it.each([307, 308])(
  'a browser would repeat the POST of an order at the checkout after a %d',
  async (status) => {
    const headers = { Location: checkout };
    const { url } = await orderShop(undefined, async () => new Response(null, { status, headers }));
    await expect(orderByUrl(`${url}/orders`, usualOrderForm, 5000)(wanted)).rejects.toThrow(
      `No order with cardgw could be created at ${url}/orders: it answered ${status}, and a browser repeats the POST at the checkout, which rejects it. Redirect with 303, in Next.js with \`NextResponse.redirect(url, 303)\`.`,
    );
  },
);

it('an order that opens no checkout is told with what its URL answered', async () => {
  const headers = { Location: '/login' };
  const { url } = await orderShop(undefined, async () => new Response(null, { status: 302, headers }));
  const options = { ...shopMeans(await started(), url), returnUrl: undefined };
  await expect(allResults(options, 'cardgw')).rejects.toThrow(
    `or let the order open its checkout at the sandbox. ${url}/make answered 302, a redirect to /login.`,
  );
});

it('a page of the app may look like a checkout: the invoice number tells', async () => {
  const { url } = await orderShop(undefined, async (request, next) => {
    const answer = await next();
    if (new URL(request.url).pathname !== '/make') return answer;
    const order = (await answer.json()) as object;
    return Response.json({ ...order, redirect_url: new URL('/checkout?token=mine', request.url).href });
  });
  const results = await allResults(shopMeans(await started(), url), 'cardgw', 'genuine');
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass']);
});
