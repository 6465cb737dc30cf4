import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { createMerchant } from '../../examples/node-merchant/src/app.ts';
import { findItem, itemWorth } from '../../examples/node-merchant/src/catalogue.ts';
import { findGateway } from '../../examples/node-merchant/src/gateways.ts';

export interface OrderShop {
  readonly url: string;
  /** Orders that `POST /make` has created. */
  readonly made: () => number;
}

/** Changes a request's answer. `next` is the example's own, and `crash` sends none. */
export type Around = (
  request: Request,
  next: () => Promise<Response>,
  crash: () => Response,
) => Promise<Response>;

/** The Node example plus `POST /make`, which creates an order without calling the gateway. `price` sets its amount. */
export async function orderShop(
  secretKey = 'demo_secret_key',
  around: Around = (_, next) => next(),
): Promise<OrderShop> {
  let made = 0;
  const { app, orders } = createMerchant({
    gatewayUrl: 'http://gateway.test',
    merchantUrl: 'http://shop.test',
    apiKey: 'unused',
    accessToken: 'unused',
    secretKey,
  });
  app.post('/make', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const gateway = findGateway(form.get('gateway') ?? '');
    const item = itemWorth(form.get('price') ?? '') ?? findItem('honey');
    if (!gateway || !item) return c.text('no such gateway', 422);
    made += 1;
    const order = orders.create(item, gateway, { mobileNumber: '', birthYear: '' });
    return c.json({ invoice_no: order.invoiceNo, amount: order.amount });
  });
  const server = createServer(
    getRequestListener((request, { incoming }) => {
      const crash = () => {
        incoming.socket.destroy();
        return new Response();
      };
      return around(request, async () => app.fetch(request), crash);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on TCP always has an AddressInfo.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, made: () => made };
}
