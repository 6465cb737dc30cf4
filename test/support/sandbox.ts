import type { AccountSeed } from '../../src/accounts/accounts.ts';
import type { AppOptions } from '../../src/http/parts.ts';
import type { Listening } from '../../src/http/server.ts';
import type { Ids } from '../../src/runtime/ids.ts';
import type { Addresses } from '../../src/runtime/runtime.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Slices } from '../../src/store/slices.ts';
import { nonconformity } from './conformance.ts';
import { product } from './product.ts';

export const demoAccount: AccountSeed = {
  id: 'demo',
  name: 'Demo Shop',
  api_key: 'demo_api_key',
  access_tokens: { test: 'demo_test_token', live: 'demo_live_token' },
  secret_key: 'demo_secret_key',
};

/** The time at which a test's clock is frozen. */
export const startOfTest = Date.UTC(2026, 0, 15, 12, 0, 0);

export interface TestOptions extends Partial<AppOptions> {
  readonly accounts?: readonly AccountSeed[];
  /** Changes of the default settings, in the format of `PATCH settings`. */
  readonly settings?: unknown;
  readonly ids?: Ids;
  /** How much of the state is copied or deleted at once. */
  readonly slices?: Slices;
  /** Let the clock run. By default it is frozen at `startOfTest`. */
  readonly runningClock?: boolean;
  /** Receives internal errors of the sandbox. Without it, each one fails the test. */
  readonly reportInternalError?: (error: unknown) => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface TestSandbox extends Sandbox {
  /** Calls the merchant API in process with the demo account's test token. */
  readonly call: (path: string, fields?: Fields, options?: CallOptions) => Promise<Answer>;
  /** Calls the control API in process: a POST if there is a body. */
  readonly control: (path: string, body?: unknown, method?: string) => Promise<Answer>;
  /** Requests a page or anything else in process. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Answer>;
  /** Listens on a free loopback port. Closed with `stop`. */
  readonly listen: () => Promise<string>;
  /** Advances the monotonic clock, by which retention decides what readers may still request. */
  readonly skipRealTime: (ms: number) => void;
}

export type Fields = Readonly<Record<string, string>>;

export interface CallOptions {
  readonly token?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  readonly method?: string;
}

/** A new in-memory sandbox with sequential IDs and a frozen clock. */
export async function testSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  let listening: Listening | undefined;
  const url = () => `http://127.0.0.1:${listening?.port ?? 4700}`;
  const addresses: Addresses = {
    get publicUrl() {
      return url();
    },
    isSandbox: (target) => target.port === String(listening?.port ?? 4700) && isLoopbackName(target.hostname),
    isOwnSocket: (address, port) =>
      port === listening?.port && (address === '127.0.0.1' || address === '::1'),
    callbackHostMap: new Map(Object.entries(options.callbackHostMap ?? {})),
  };
  const bugs: unknown[] = [];
  let skippedMs = 0;
  const sandbox = await product.createSandbox({
    askToStop: () => undefined,
    reportInternalError: (error) => bugs.push(error),
    ...options,
    accounts: options.accounts ?? [demoAccount],
    settings: product.changedSettings(product.defaultSettings('observed'), options.settings ?? {}),
    ids: options.ids ?? countedIds(),
    monotonicMs: () => performance.now() + skippedMs,
    addresses,
  });
  if (!options.runningClock) sandbox.runtime.clock.freeze(startOfTest);
  const fetch = async (path: string, init?: RequestInit) => {
    const answer = await answerOf(await sandbox.app.request(path, init));
    const why = nonconformity({ method: init?.method ?? 'GET', url: path, ...answer });
    if (why !== undefined) throw new Error(why);
    return answer;
  };
  return {
    ...sandbox,
    fetch,
    call: (path, fields = {}, call = {}) => fetch(`/api/v1/transaction/${path}`, merchantCall(fields, call)),
    control: (path, body, method) => fetch(`/_sandbox/api/${path}`, controlCall(body, method)),
    listen: async () => {
      listening = await product.listen(sandbox.app, { host: undefined, port: 0, tls: undefined });
      return url();
    },
    skipRealTime: (ms) => {
      skippedMs += ms;
    },
    stop: async () => {
      const closed = listening?.close(100);
      await sandbox.stop();
      await closed;
      if (bugs.length > 0) throw new AggregateError(bugs, 'The sandbox has made a mistake.');
    },
  };
}

/** Predictable IDs: processes from 1000000000001, codes with the digits 1 to n, tokens from `token-1`. */
export function countedIds(): Ids {
  let processes = 1_000_000_000_000;
  let tokens = 0;
  let keys = 0;
  return {
    processId: () => String(++processes),
    code: (digits) => '1234567890'.slice(0, digits),
    token: () => `token-${++tokens}`,
    key: (prefix) => `${prefix}_${++keys}`,
    fraction: () => 0,
  };
}

/** Ids with codes that differ: 1111…, 2222… and so on. */
export function differentCodes(): Ids {
  let made = 0;
  return { ...countedIds(), code: (digits) => String(++made).repeat(digits) };
}

/** The minimum valid fields for each endpoint. */
export const rightFields = {
  'walletA/verify': { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' },
  'walletB/verify': { mobile_number: '0945678901', amount: '10.00' },
  'localbankcards/confirm': {
    amount: '10.00',
    invoice_no: 'INV-1',
    return_url: 'https://shop.example/return',
  },
  'cardgw/confirm': { amount: '10.00', invoice_no: 'INV-1', return_url: 'https://shop.example/return' },
  'aggregator/confirm': {
    amount: '10.00',
    invoice_no: 'INV-1',
    mobile_number: '0912345678',
    return_url: 'https://shop.example/return',
    callback_url: 'https://shop.example/callback',
  },
} as const;

export function merchantCall(fields: Fields, call: CallOptions = {}): RequestInit {
  const { token = 'demo_test_token', apiKey = 'demo_api_key', headers = {}, method = 'POST' } = call;
  return {
    method,
    headers: { Authorization: `Bearer ${token}`, 'X-API-KEY': apiKey, ...headers },
    ...(method !== 'GET' && method !== 'HEAD' && { body: call.body ?? new URLSearchParams(fields) }),
  };
}

function controlCall(body: unknown, method = body === undefined ? 'GET' : 'POST'): RequestInit {
  if (body === undefined) return { method };
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';
}
