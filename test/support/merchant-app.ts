import type { Credentials } from '../../src/client/account-client.ts';

/** The caller and URL of the merchant API. A client of the sandbox has both. */
export interface MerchantApp {
  readonly url: string;
  readonly account: Credentials;
}

/** Calls the merchant API over HTTP with the account's test token. Returns the whole answer. */
export function callAs(
  { url, account }: MerchantApp,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/api/v1/transaction/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.accessTokens.test}`, 'X-API-KEY': account.apiKey },
    body: new URLSearchParams(fields),
    signal: signal ?? null,
  });
}

/** Starts a checkout. Returns its `redirect_url`. */
export async function startedCheckout(
  app: MerchantApp,
  gateway: 'localbankcards' | 'cardgw' | 'aggregator',
  merchantUrl: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await callAs(app, `${gateway}/confirm`, {
    amount: '10.00',
    invoice_no: 'INV-1',
    return_url: `${merchantUrl}/return`,
    ...(gateway === 'aggregator' && {
      mobile_number: '0912345678',
      callback_url: `${merchantUrl}/callback`,
    }),
    ...fields,
  });
  // The API documentation's format of a success.
  const { result } = (await answer.json()) as { result: { redirect_url: string } };
  return result.redirect_url;
}
