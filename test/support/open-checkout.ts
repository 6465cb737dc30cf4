import { expect, onTestFinished } from 'vitest';
import { freshSandbox } from './fresh.ts';
import { type MerchantServer, merchantServer } from './merchant-server.ts';
import type { Fields, TestOptions, TestSandbox } from './sandbox.ts';

export type CheckoutToken = 'localbankcards' | 'cardgw' | 'aggregator';

/** A checkout that a merchant has just started. */
export interface OpenCheckout {
  readonly sandbox: TestSandbox;
  readonly merchant: MerchantServer;
  /** Where the sandbox listens. */
  readonly sandboxUrl: string;
  /** What the merchant sends its customer to. */
  readonly redirectUrl: string;
  readonly token: string;
  /** How the transaction stands, by the control API. */
  readonly status: () => Promise<string>;
  /** How often the merchant's return page was asked for, by the gateway or a browser. */
  readonly returns: () => number;
  /** The kinds of events that the journal holds, oldest first. */
  readonly events: () => Promise<string[]>;
}

/** A sandbox that listens, a merchant that records what comes, and a checkout between them; all closed when the test ends. */
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
    // Browsers also ask for the icon of a page.
    returns: () => merchant.arrivals.filter(({ url }) => url.startsWith('/return?')).length,
    events: async () => {
      const { json: journal } = await sandbox.control('events?after=0');
      return journal.data.map(({ type }: { type: string }) => type);
    },
  };
}
