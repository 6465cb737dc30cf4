import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { hashOf, signedString } from '../../src/protocol/signature.ts';
import type { SignatureLayout } from '../../src/protocol/signature-layout.ts';
import { webServer } from '../support/interception.ts';
import type { TestSandbox } from '../support/sandbox.ts';

type Fields = Readonly<Record<string, string>>;

export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

/** A request to one of a shop's URLs. */
export interface Visit {
  readonly fields: Fields;
  readonly isBrowser: boolean;
}

/** How a shop's code handles the gateway's messages. */
export interface Handlers {
  readonly callback?: (shop: Shop, visit: Visit) => Reply;
  readonly back?: (shop: Shop, visit: Visit) => Reply;
}

/** A shop on the loopback interface, and its view of each order. */
export interface Shop {
  readonly url: string;
  readonly orders: Map<string, 'paid' | 'failed'>;
}

export async function shopOf({ callback = paidBy(), back = page }: Handlers): Promise<Shop> {
  const orders: Shop['orders'] = new Map();
  const port = await webServer(async (request, response) => {
    const url = new URL(request.url ?? '', shop.url);
    const isBrowser = request.headers.accept?.startsWith('text/html') ?? false;
    const fields: Fields =
      request.method === 'POST' ? JSON.parse(await text(request)) : Object.fromEntries(url.searchParams);
    const handler = url.pathname === '/callback' ? callback : back;
    const { status, body = '', location } = handler(shop, { fields, isBrowser });
    response.writeHead(status, location === undefined ? {} : { Location: location }).end(body);
  });
  const shop = { url: `http://127.0.0.1:${port}`, orders };
  return shop;
}

interface PaidBy {
  readonly layout?: SignatureLayout;
  /** The code ignores messages without this field. */
  readonly field?: string;
  readonly secretKey?: string;
  readonly refusal?: Reply;
  readonly success?: Reply;
}

/** Code that marks an order paid if the hash is right, as each client computes it. */
export function paidBy(options: PaidBy = {}): (shop: Shop, visit: Visit) => Reply {
  const { layout = 'encoded', field, secretKey = 'demo_secret_key' } = options;
  const {
    refusal = { status: 400, body: 'Hash verification failed' },
    success = { status: 200, body: 'OK' },
  } = options;
  return ({ orders }, { fields }) => {
    const { hashed, ...signed } = fields;
    const right = hashOf(signedString(Object.entries(signed), layout), secretKey);
    if (hashed !== right || (field !== undefined && signed[field] === undefined)) return refusal;
    orders.set(signed.invoice_no ?? '', 'paid');
    return success;
  };
}

/** The page that a returning customer sees: it shows the state of the order. */
function page({ orders }: Shop, { fields }: Visit): Reply {
  return { status: 200, body: `Your order is ${orders.get(fields.invoice_no ?? '') ?? 'pending'}.` };
}

/**
 * Pays a checkout: the callback arrives, then the customer returns. True if the order is paid and the page is
 * right.
 */
export async function paid(sandbox: TestSandbox, shop: Shop, redirectUrl: string): Promise<boolean> {
  const checkout = encodeURIComponent(redirectUrl);
  const {
    callbacks,
    return_url: back,
    invoice_no: invoice,
  } = {
    ...(await sandbox.control(`checkouts/${checkout}`)).json,
    ...(await sandbox.control(`checkouts/${checkout}/approve`, {})).json,
  };
  const answers = await Promise.all(callbacks.map((id: string) => answered(sandbox, id)));
  const { status } = await fetch(back, { redirect: 'manual', headers: { Accept: 'text/html' } });
  return answers.every((each) => each < 400) && status < 400 && shop.orders.get(invoice) === 'paid';
}

async function answered(sandbox: TestSandbox, id: string): Promise<number> {
  const status = async () => (await sandbox.control(`callbacks/${id}`)).json.attempts[0]?.answer?.status;
  await expect.poll(status).toBeGreaterThan(0);
  return status();
}
