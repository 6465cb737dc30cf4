import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { findItem, itemWorth } from './catalogue.ts';
import type { MerchantConfig } from './config.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { findGateway } from './gateways.ts';
import { stylesheets } from './layout.ts';
import { codePage, messagePage, orderPage, ordersPage } from './order-pages.ts';
import { type Order, Orders, orderJson, paymentJson } from './orders.ts';
import { payWithCode, startPayment } from './payment.ts';
import { shopPage } from './shop-page.ts';

/** The shop as a Hono app, plus its orders for tests. */
export function createMerchant(config: MerchantConfig): { app: Hono; orders: Orders } {
  const orders = new Orders();
  const app = new Hono();
  app.use(secureHeaders({ contentSecurityPolicy, referrerPolicy: 'no-referrer', xFrameOptions: 'DENY' }));
  app.use(bodyLimit({ maxSize: 64 * 1024 }));
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  serveFiles(app);
  app.get('/', (c) => c.html(shopPage()));
  app.route('/', orderRoutes(config, orders));
  app.route('/', gatewayRoutes(config, orders));
  app.notFound((c) => c.html(messagePage('Not found', 'There is nothing at this address.'), 404));
  app.onError((error, c) => {
    console.error(error);
    return c.html(messagePage('Something went wrong', 'That was our fault. Please try again.'), 500);
  });
  return { app, orders };
}

const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

function serveFiles(app: Hono): void {
  const styles = stylesheets.map((name) => [name, 'text/css'] as const);
  for (const [name, type] of [
    ...styles,
    ['watch-order.js', 'text/javascript'],
    ['icon.svg', 'image/svg+xml'],
  ]) {
    const text = readFileSync(new URL(`../public/${name}`, import.meta.url), 'utf8');
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' };
    app.get(`/${name}`, (c) => c.body(text, 200, headers));
  }
}

function orderRoutes(config: MerchantConfig, orders: Orders): Hono {
  const routes = new Hono();
  routes.post('/orders', async (c) => {
    const form = await readForm(c);
    // Programs order by amount. A real shop takes the amount from its own basket.
    const item = findItem(form('item')) ?? itemWorth(form('amount'));
    const gateway = findGateway(form('gateway'));
    if (!item || !gateway) {
      const problem = 'Please choose an item and a way to pay.';
      return acceptsJson(c) ? c.json({ error: { message: problem } }, 422) : c.html(shopPage(problem), 422);
    }
    const order = orders.create(item, gateway, {
      mobileNumber: form('mobile_number'),
      birthYear: form('birth_year'),
    });
    const next = await startPayment(config, order);
    return acceptsJson(c) ? progress(c, order, 201) : c.redirect(next ?? `/orders/${order.id}`, 303);
  });
  routes.get('/orders', (c) => {
    const newestFirst = orders.all().reverse();
    return acceptsPage(c) ? c.html(ordersPage(newestFirst)) : c.json(newestFirst.map(orderJson));
  });
  routes.get('/orders/:file{[0-9a-f-]+\\.json}', (c) => {
    const order = orders.byId(c.req.param('file').replace(/\.json$/, ''));
    return order ? c.json(orderJson(order)) : c.json({ error: 'unknown order' }, 404);
  });
  routes.get('/orders/:id', (c) =>
    withOrder(c, orders, (order) => (acceptsJson(c) ? c.json(orderJson(order)) : c.html(orderPage(order)))),
  );
  routes.post('/orders/:id/pay', (c) => withOrder(c, orders, (order) => payAgain(c, config, order)));
  routes.get('/orders/:id/code', (c) =>
    withOrder(c, orders, (order) =>
      takesCode(order) ? c.html(codePage(order)) : c.redirect(`/orders/${order.id}`, 303),
    ),
  );
  routes.post('/orders/:id/code', (c) => withOrder(c, orders, (order) => payCode(c, config, order)));
  return routes;
}

async function payAgain(c: Context, config: MerchantConfig, order: Order): Promise<Response> {
  const form = await readForm(c);
  if (order.status !== 'pending') return c.redirect(`/orders/${order.id}`, 303);
  order.mobileNumber = form('mobile_number') || order.mobileNumber;
  order.birthYear = form('birth_year') || order.birthYear;
  return c.redirect((await startPayment(config, order)) ?? `/orders/${order.id}`, 303);
}

async function payCode(c: Context, config: MerchantConfig, order: Order): Promise<Response> {
  const form = await readForm(c);
  if (takesCode(order)) await payWithCode(config, order, form('code'));
  if (acceptsJson(c)) return progress(c, order, 200);
  // After a refused code, the form is shown again with the reason.
  return c.redirect(order.error ? `/orders/${order.id}/code` : `/orders/${order.id}`, 303);
}

/** For programs: the next step, or the gateway's refusal. 502 if the result is unknown. */
function progress(c: Context, order: Order, done: 200 | 201): Response {
  const { error } = order;
  if (!error) return c.json(paymentJson(order), done);
  return c.json(paymentJson(order), error.status >= 400 && error.status < 500 ? 422 : 502);
}

function takesCode(order: Order): boolean {
  return order.status === 'pending' && order.processId !== undefined;
}

function withOrder(c: Context, orders: Orders, answer: (order: Order) => Response | Promise<Response>) {
  const name = c.req.param('id') ?? '';
  const order = orders.byId(name) ?? orders.byInvoice(name);
  if (order) return answer(order);
  const message = 'We know no order by this number.';
  return acceptsJson(c)
    ? c.json({ error: { message } }, 404)
    : c.html(messagePage('No such order', message), 404);
}

/** Reads the fields of our own forms, trimmed. Missing fields are empty. */
async function readForm(c: Context): Promise<(name: string) => string> {
  const fields = new URLSearchParams(await c.req.text());
  return (name) => (fields.get(name) ?? '').trim();
}

function acceptsJson(c: Context): boolean {
  return (c.req.header('Accept') ?? '').includes('application/json');
}

function acceptsPage(c: Context): boolean {
  return (c.req.header('Accept') ?? '').includes('text/html');
}
