import { expect } from 'vitest';
import type { Otp } from '../../src/client.ts';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';
import { type Example, startShop } from './shop-process.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answers of five shops in four languages
type Json = any;

export interface ShopAnswer {
  readonly status: number;
  readonly json: Json;
}

/** A running example and its sandbox. */
export interface OpenShop {
  readonly sandbox: StartedSandbox;
  readonly url: string;
  /** All of its output. */
  readonly output: () => string;
  /** Creates an order of 25.50, like a program. */
  readonly order: (gateway: string, amount?: string) => Promise<ShopAnswer>;
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<ShopAnswer>;
  readonly get: (path: string) => Promise<ShopAnswer>;
  /** The status of an order, and how often its payment was recorded. */
  readonly standing: (invoiceNo: string) => Promise<readonly [status: string, paidTimes: number]>;
  /** The latest code, of one process or of all. */
  readonly sentCode: (processId?: string) => Promise<Otp>;
  /** The query of a genuine message with these fields. */
  readonly signedQuery: (fields: Readonly<Record<string, string>>) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export const customer = { mobile_number: '0912345678', birth_year: '1990' };

/** Starts both on free ports. */
export async function openShop(example: Example): Promise<OpenShop> {
  const sandbox = await startSandbox();
  const shop = await startShop(example, sandbox);
  const headers = { Accept: 'application/json' };
  const post: OpenShop['post'] = async (path, fields) => {
    const body = new URLSearchParams(fields);
    return answerOf(await fetch(shop.url + path, { method: 'POST', headers, body }));
  };
  const get: OpenShop['get'] = async (path) => answerOf(await fetch(shop.url + path, { headers }));
  return {
    ...shop,
    sandbox,
    post,
    get,
    order: (gateway, amount = '25.50') => post('/orders', { ...customer, gateway, amount }),
    standing: async (invoiceNo) => {
      const { json } = await get(`/orders/${invoiceNo}`);
      expect(json.invoice_no).toBe(invoiceNo);
      // The Node example uses different words.
      const words: Readonly<Record<string, string>> = { pending: 'awaiting', failed: 'declined' };
      return [words[json.status] ?? json.status, json.paid_times ?? json.times_paid];
    },
    sentCode: (processId) => {
      const filter = processId === undefined ? {} : { process_id: processId };
      return sandbox.otps.latest(customer.mobile_number, filter);
    },
    signedQuery: async (fields) => {
      const { hashed } = await sandbox.checkSignature({ fields });
      return String(new URLSearchParams({ ...fields, hashed }));
    },
    stop: async () => {
      await shop.stop();
      await sandbox.stop();
    },
  };
}

/** The final page in a browser, after a redirect that may have set a cookie. */
export async function visit(url: string, form?: Readonly<Record<string, string>>): Promise<string> {
  const headers = { Accept: 'text/html' };
  const answer = await fetch(url, {
    redirect: 'manual',
    headers,
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const location = answer.headers.get('Location');
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const page =
    location === null ? answer : await fetch(new URL(location, url), { headers: { ...headers, cookie } });
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
  return page.text();
}

/** The form of a page that asks for a code. */
export function codeFormOf(page: string, shopUrl: string) {
  const inputs = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    action: new URL(/action="([^"]+code[^"]*)"/.exec(page)?.[1] ?? 'no-form', shopUrl).href,
    hidden: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])),
  };
}

async function answerOf(answer: Response): Promise<ShopAnswer> {
  return { status: answer.status, json: await answer.json() };
}
