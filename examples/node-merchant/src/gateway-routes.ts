import { type Context, Hono } from 'hono';
import { acknowledgeReturn, type Outcome, settle } from './arrivals.ts';
import { claimedFields } from './claimed-fields.ts';
import type { MerchantConfig } from './config.ts';
import { messagePage } from './order-pages.ts';
import { type Order, type Orders, recordArrival } from './orders.ts';
// biome-ignore lint/correctness/useImportExtensions: its types are in a file beside it
import { verifiedFields } from './verify.mjs';

type Message = { readonly kind: 'callback' | 'return'; readonly text: string };

/** The routes for callbacks and returning customers, and a test route that makes callbacks fail. */
export function gatewayRoutes(config: MerchantConfig, orders: Orders): Hono {
  const routes = new Hono();
  let isDown = false;

  routes.post('/callback', async (c) => {
    const text = await c.req.text();
    return answer(c, receive(c, { kind: 'callback', text }, config, orders, isDown));
  });

  // Card gateways send their callback as a GET to the return URL, with the same query as the customer (the
  // document, Events).
  routes.on('GET', ['/return', '/callback'], (c) => {
    const text = new URL(c.req.url).search.slice(1);
    return answer(c, receive(c, { kind: kindOfReturn(c), text }, config, orders, isDown));
  });

  routes.post('/_test/down', async (c) => {
    const body: { down?: unknown } | null = await c.req.json().catch(() => null);
    if (typeof body?.down !== 'boolean')
      return c.json({ error: 'send {"down":true} or {"down":false}' }, 400);
    isDown = body.down;
    return c.json({ down: isDown });
  });

  return routes;
}

type Received = {
  readonly kind: Message['kind'];
  readonly outcome: Outcome;
  readonly order: Order | undefined;
};

function receive(
  c: Context,
  message: Message,
  config: MerchantConfig,
  orders: Orders,
  isDown: boolean,
): Received {
  const { text: queryOrBody } = message;
  const genuine = verifiedFields(queryOrBody, config.secretKey);
  const verified = genuine !== null;
  const fields = genuine ? new Map(Object.entries(genuine)) : claimedFields(queryOrBody);
  const order = orders.byInvoice(fields.get('invoice_no') ?? '');
  const isReturnOnly = c.req.method === 'GET' && order?.gateway.callback === 'post';
  const kind = isReturnOnly ? 'return' : message.kind;
  const outcome = judge();
  if (order) recordArrival(order, { kind, method: c.req.method, queryOrBody, verified, outcome });
  return { kind, outcome, order };

  function judge(): Outcome {
    if (isDown && kind === 'callback') return 'shop-down';
    if (!verified) return 'bad-hash';
    if (!order) return 'unknown-invoice';
    return isReturnOnly ? acknowledgeReturn(order, fields) : settle(order, fields);
  }
}

/** Both messages of a card payment look the same, but only a browser navigates or accepts HTML. */
function kindOfReturn(c: Context): Message['kind'] {
  const isNavigation = c.req.header('Sec-Fetch-Mode') === 'navigate';
  return isNavigation || (c.req.header('Accept') ?? '').includes('text/html') ? 'return' : 'callback';
}

function answer(c: Context, { kind, outcome, order }: Received): Response | Promise<Response> {
  const status = statuses[outcome] ?? 200;
  if (kind === 'callback') return c.text(status === 200 ? 'ok' : outcome, status);
  // Redirects, so that a reload of the order page does not count as a second arrival.
  if (order && status === 200) return c.redirect(`/orders/${order.id}`, 303);
  return c.html(messagePage('We could not confirm this payment', refusal), status);
}

/** Outcomes caused by the sender or by us: gateways repeat these callbacks. All others answer 200. */
const statuses: { readonly [outcome in Outcome]?: 400 | 404 | 503 } = {
  'bad-hash': 400,
  'wrong-gateway': 400,
  'wrong-amount': 400,
  'wrong-currency': 400,
  contradictory: 400,
  incomplete: 400,
  'unknown-invoice': 404,
  'shop-down': 503,
};

const refusal =
  'What your browser brought back from the payment page does not match an order of ours, so nothing was changed. ' +
  'If you did pay, the payment page will still tell us.';
