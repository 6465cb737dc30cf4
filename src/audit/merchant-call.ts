import type { Credentials } from '../client.ts';
import { type Answer, call } from '../net/call.ts';

/** Where the merchant API is, and the keys to call it with. */
export interface Caller {
  /** Without a trailing slash. */
  readonly url: string;
  readonly account: Pick<Credentials, 'apiKey' | 'accessTokens'>;
}

/** Calls the merchant API like an app, with the test token. `path`: such as `GATEWAY/confirm`. */
export function merchantCall(
  { url, account }: Caller,
  path: string,
  fields: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Answer> {
  return call({
    method: 'POST',
    url: `${url}/api/v1/transaction/${path}`,
    headers: {
      'User-Agent': 'gateway-sandbox',
      Authorization: `Bearer ${account.accessTokens.test}`,
      'X-API-KEY': account.apiKey,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: String(new URLSearchParams(fields)),
    timeoutMs,
  });
}
