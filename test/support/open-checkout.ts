import { expect, onTestFinished } from 'vitest';
import { freshSandbox } from './fresh.ts';
import { type MerchantServer, merchantServer } from './merchant-server.ts';
import type { Fields, TestOptions, TestSandbox } from './sandbox.ts';

export type CheckoutToken = 'localbankcards' | 'cardgw' | 'aggregator';

/** A checkout that a merchant has just started. */
export interface OpenCheckout {
  readonly sandbox: TestSandbox;
  readonly merchant: MerchantServer;
  /** The sandbox's URL. */
  readonly sandboxUrl: string;
  /** Where the merchant sends its customer. */
  readonly redirectUrl: string;
  readonly token: string;
  /** The transaction's status, from the control API. */
  readonly status: () => Promise<string>;
  /** The number of requests for the merchant's return page, from the gateway or a browser. */
  readonly returns: () => number;
  /** The event types, oldest first. */
  readonly events: () => Promise<string[]>;
}

/** A listening sandbox, a recording merchant, and a checkout between them. All are closed after the test. */
export async function openCheckout(
  gateway: CheckoutToken,
  fields: Fields = {},
  options: TestOptions = {},
): Promise<OpenCheckout> {
  const sandbox = await freshSandbox({ runningClock: true, ...options });
  const sandboxUrl = await sandbox.listen();
  const merchant = await merchantServer();
  onTestFinished(() => merchant.close());
  const { status, json } = await sandbox.call(`${gateway}/confirm`, {
    amount: '10.00',
    invoice_no: 'INV-1',
    return_url: `${merchant.url}/return`,
    ...(gateway === 'aggregator' && {
      mobile_number: '0912345678',
      callback_url: `${merchant.url}/callback`,
    }),
    ...fields,
  });
  expect(status, JSON.stringify(json)).toBe(200);
  const { redirect_url: redirectUrl } = json.result;
  return {
    sandbox,
    merchant,
    sandboxUrl,
    redirectUrl,
    token: new URL(redirectUrl).searchParams.get('token') ?? '',
    status: async () => (await sandbox.control('transactions')).json.data[0].status,
    // Browsers also request a page's icon.
    returns: () => merchant.arrivals.filter(({ url }) => url.startsWith('/return?')).length,
    events: async () => {
      const { json: journal } = await sandbox.control('events?after=0');
      return journal.data.map(({ type }: { type: string }) => type);
    },
  };
}
