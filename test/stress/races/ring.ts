import { merchantServer } from '../../support/merchant-server.ts';
import { type Fields, merchantCall, rightFields, testSandbox } from '../../support/sandbox.ts';

export interface Outcome {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of both planes, judged by their status first
  readonly json: any;
}

type Path = keyof typeof rightFields;

/** The setting of the races: a listening sandbox, and a merchant that accepts its callbacks. */
export interface Ring {
  readonly merchantUrl: string;
  readonly sandbox: Awaited<ReturnType<typeof testSandbox>>;
  /** Calls the merchant API over a socket. Missing fields get valid values. */
  readonly call: (path: Path, fields?: Fields, token?: string) => Promise<Outcome>;
  readonly confirm: (fields: Fields) => Promise<Outcome>;
  readonly control: (path: string, body?: object) => Promise<Outcome>;
  /** The ID of a newly verified process with its own phone. */
  readonly verified: (phone: number) => Promise<string>;
  /** The token of a newly started checkout. */
  readonly started: (gateway: 'localbankcards' | 'cardgw' | 'aggregator', invoice: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function openRing(): Promise<Ring> {
  const sandbox = await testSandbox();
  const merchant = await merchantServer();
  const url = await sandbox.listen();
  const call: Ring['call'] = (path, fields = {}, token = 'demo_test_token') =>
    answered(
      `${url}/api/v1/transaction/${path}`,
      merchantCall({ ...rightFields[path], ...fields }, { token }),
    );
  return {
    merchantUrl: merchant.url,
    sandbox,
    call,
    confirm: (fields) =>
      answered(`${url}/api/v1/transaction/walletA/confirm`, merchantCall({ amount: '10.00', ...fields })),
    control: (path, body = {}) =>
      answered(`${url}/_sandbox/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    verified: async (phone) => {
      const number = `09123456${String(phone).padStart(2, '0')}`;
      return String((await call('walletA/verify', { mobile_number: number })).json.result.process_id);
    },
    started: async (gateway, invoice) => {
      const urls = { return_url: `${merchant.url}/return`, callback_url: `${merchant.url}/callback` };
      const { json } = await call(`${gateway}/confirm`, { invoice_no: invoice, ...urls });
      return new URL(json.result.redirect_url).searchParams.get('token') ?? '';
    },
    close: async () => {
      await sandbox.stop();
      await merchant.close();
    },
  };
}

async function answered(url: string, init: RequestInit): Promise<Outcome> {
  const response = await fetch(url, init);
  return { status: response.status, json: await response.json() };
}
