import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: the types are in verify.d.mts
import { verifiedFields } from '../../src/demo/verify.mjs';

interface Order {
  readonly gateway: string;
  readonly amount: string;
  status: 'pending' | 'paid' | 'canceled';
  timesPaid: number;
}

type Fields = Readonly<Record<string, string>>;

/**
 * A right shop with `POST /make`, `/callback` and `/return`. `words` are what its own order form calls the
 * gateways, each with the provider's word for it. `open` opens the checkout of an order.
 */
export async function wordShop(
  words: Readonly<Record<string, string>>,
  open: (shopUrl: string, invoiceNo: string, amount: string) => Promise<string | undefined> = async () =>
    undefined,
): Promise<string> {
  const orders = new Map<string, Order>();
  let shopUrl = '';
  const taken = (raw: string) => {
    const fields = verifiedFields(raw, 'demo_secret_key');
    return new Response('', { status: fields ? take(orders.get(fields.invoice_no ?? ''), fields) : 400 });
  };
  const app = new Hono();
  app.post('/make', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const word = form.get('gateway') ?? '';
    const gateway = words[word];
    if (gateway === undefined) return c.text(`no gateway ${word}`, 422);
    const invoiceNo = form.get('invoice_no') ?? '';
    const amount = form.get('amount') ?? '';
    orders.set(invoiceNo, { gateway, amount, status: 'pending', timesPaid: 0 });
    return c.json({ invoice_no: invoiceNo, redirect_url: await open(shopUrl, invoiceNo, amount) });
  });
  app.get('/orders/:invoice', (c) => {
    const { status, timesPaid } = orders.get(c.req.param('invoice')) ?? {};
    return c.json({ status, paid_times: timesPaid });
  });
  app.post('/callback', async (c) => taken(await c.req.text()));
  app.get('/return', (c) => taken(c.req.url.replace(/^[^?]*\??/, '')));
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on TCP always has an AddressInfo.
  shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return shopUrl;
}

/** Returns the status of the answer. */
function take(order: Order | undefined, fields: Fields): number {
  if (!order) return 404;
  // A return without the amount proves nothing: the callback does.
  if (fields.amount === undefined) return 200;
  if (fields.gateway !== order.gateway || fields.amount !== order.amount) return 400;
  if (order.status === 'paid') return 200;
  order.status = fields.approved === '1' && fields.canceled === undefined ? 'paid' : 'canceled';
  order.timesPaid += order.status === 'paid' ? 1 : 0;
  return 200;
}
