import { onTestFinished } from 'vitest';
import { type DemoShop, startDemoShop } from '../../src/demo/shop.ts';
import { freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

export interface OpenShop extends DemoShop {
  readonly sandbox: TestSandbox;
  /** Submits the checkout form and returns the answer without following its redirect. */
  readonly order: (fields: Readonly<Record<string, string>>, lang?: string) => Promise<Response>;
  /** The invoice number of the newest order. */
  readonly newest: () => Promise<string>;
  /** The shop's own record of an order. */
  readonly books: (invoiceNo: string) => Promise<unknown>;
  readonly page: (path: string) => Promise<string>;
}

/** A shop and its sandbox. Both stop with the test. */
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

/** Creates an order with an open checkout. Returns its invoice number and the checkout's URL. */
export async function opened(shop: OpenShop, gateway: string): Promise<readonly [string, string]> {
  const answer = await shop.order({ gateway, mobile_number: '0912345678' });
  return [await shop.newest(), encodeURIComponent(answer.headers.get('location') ?? '')];
}
