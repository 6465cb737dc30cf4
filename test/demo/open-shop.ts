import { onTestFinished } from 'vitest';
import { type DemoShop, startDemoShop } from '../../src/demo/shop.ts';
import { freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

export interface OpenShop extends DemoShop {
  readonly sandbox: TestSandbox;
  /** Sends the checkout form; gives the answer, whose redirect is not followed. */
  readonly order: (fields: Readonly<Record<string, string>>, lang?: string) => Promise<Response>;
  /** The invoice number of the newest order. */
  readonly newest: () => Promise<string>;
  /** What the shop's books say of an order. */
  readonly books: (invoiceNo: string) => Promise<unknown>;
  readonly page: (path: string) => Promise<string>;
}

/** A shop and its sandbox, both stopped when the test is over. */
export async function openShop(settings: unknown = {}): Promise<OpenShop> {
  const sandbox = await freshSandbox({ settings });
  const keys = { apiKey: 'demo_api_key', accessToken: 'demo_test_token', secretKey: 'demo_secret_key' };
  const shop = await startDemoShop({ sandboxUrl: await sandbox.listen(), keys, port: 0 });
  onTestFinished(() => shop.stop());
  const page = async (path: string) => (await fetch(`${shop.url}${path}`)).text();
  return {
    ...shop,
    sandbox,
    page,
    order: (fields, lang = 'en') =>
      fetch(`${shop.url}/${lang}/orders`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    newest: async () => /SHOP-[0-9A-F]+/.exec(await page('/en/orders'))?.[0] ?? '',
    books: async (invoiceNo) => JSON.parse(await page(`/en/orders/${invoiceNo}.json`)),
  };
}

/** An order with an open checkout; gives its invoice number and the checkout's address. */
export async function opened(shop: OpenShop, gateway: string): Promise<readonly [string, string]> {
  const answer = await shop.order({ gateway, mobile_number: '0912345678' });
  return [await shop.newest(), encodeURIComponent(answer.headers.get('location') ?? '')];
}
