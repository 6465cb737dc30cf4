import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { createMerchant } from '../../examples/node-merchant/src/app.ts';
import { type Order, orderJson } from '../../examples/node-merchant/src/orders.ts';
import { randomIds } from '../../src/runtime/ids.ts';
import { freshSandbox } from './fresh.ts';
import type { TestOptions, TestSandbox } from './sandbox.ts';

/** The running example shop, and the sandbox that it uses. */
export interface Market {
  readonly sandbox: TestSandbox;
  readonly sandboxUrl: string;
  readonly shopUrl: string;
  /** The shop's record of its newest order, once no callback is pending. */
  readonly order: () => Promise<ReturnType<typeof orderJson>>;
  /** The current order. */
  readonly orderNow: () => Order;
  /** Makes the shop answer callbacks with 503, or stops that. */
  readonly shopIsDown: (down: boolean) => Promise<void>;
}

/**
 * Opens both on free ports until the test ends. Codes and tokens are random and the clock runs, as in real
 * use.
 */
export async function openMarket(options: TestOptions = {}): Promise<Market> {
  const sandbox = await freshSandbox({ runningClock: true, ids: randomIds(), ...options });
  const sandboxUrl = await sandbox.listen();
  const { url: shopUrl, orders } = await openShop(sandboxUrl);
  const orderNow = () => {
    const newest = orders.all().at(-1);
    if (!newest) throw new Error('Nobody has ordered anything.');
    return newest;
  };
  const order = async () => {
    const { status, text } = await sandbox.control(
      'callbacks/settled?wait=50s&retries=true',
      undefined,
      'POST',
    );
    if (status !== 200) throw new Error(text);
    return orderJson(orderNow());
  };
  const shopIsDown = async (down: boolean) => {
    await fetch(`${shopUrl}/_test/down`, { method: 'POST', body: JSON.stringify({ down }) });
  };
  return { sandbox, sandboxUrl, shopUrl, order, orderNow, shopIsDown };
}

async function openShop(gatewayUrl: string) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on TCP always has an AddressInfo; strings are for pipes.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { app, orders } = createMerchant({
    gatewayUrl,
    apiKey: 'demo_api_key',
    accessToken: 'demo_test_token',
    secretKey: 'demo_secret_key',
    merchantUrl: url,
  });
  server.on('request', getRequestListener(app.fetch));
  return { url, orders };
}
