import { setTimeout as later } from 'node:timers/promises';

const patienceMs = 60_000;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of both planes, judged by their status first
  readonly json: any;
}

/** Pays an invoice and goes on asking through every kill, until it is answered that the invoice is paid. */
export async function payInvoice(url: () => string, invoice: string, callbackUrl: string): Promise<void> {
  const token = await startedCheckout(url, invoice, callbackUrl);
  const { status, json } = await insisting(() =>
    post(`${url()}/_sandbox/api/checkouts/${token}/approve`, {}),
  );
  // An approval whose answer was lost was stored all the same.
  if (status !== 200 && status !== 409)
    throw new Error(`approve ${invoice}: ${status} ${JSON.stringify(json)}`);
}

async function startedCheckout(url: () => string, invoice: string, callbackUrl: string): Promise<string> {
  const { status, json } = await insisting(() => confirm(url(), invoice, callbackUrl));
  if (status === 200) return new URL(json.result.redirect_url).searchParams.get('token') ?? '';
  // A confirm whose answer was lost: the invoice is used, by ourselves.
  if (status !== 422) throw new Error(`confirm ${invoice}: ${status} ${JSON.stringify(json)}`);
  const { json: found } = await insisting(() =>
    answer(`${url()}/_sandbox/api/transactions?invoice_no=${invoice}`),
  );
  return found.data[0].checkout;
}

function confirm(url: string, invoice: string, callbackUrl: string): Promise<Answer> {
  return answer(`${url}/api/v1/transaction/aggregator/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
    body: new URLSearchParams({
      amount: '10.00',
      invoice_no: invoice,
      mobile_number: '0912345678',
      return_url: 'https://shop.example/return',
      callback_url: callbackUrl,
    }),
  });
}

export function post(url: string, body: unknown): Promise<Answer> {
  return answer(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function answer(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, json: await response.json() };
}

/** Asks again while nobody answers: the server has just been killed. */
export async function insisting(ask: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
      await later(10);
    }
  }
}
