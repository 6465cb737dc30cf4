import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { masked } from './credentials.ts';
import type { ApiRequest } from './request-context.ts';
import { traceOf } from './trace.ts';

/** Marks a request that a tester sent again. Its value is the id of the first one. */
export const replayHeader = 'X-Sandbox-Replay';

/** The keys of an account in one mode. */
export interface Keys {
  readonly apiKey: string;
  readonly accessToken: string;
}

/** An account, and its keys in the mode of a request. */
export interface Sender extends Keys {
  readonly id: string;
}

/**
 * Rebuilds a logged request to send it again, with the account's current keys: the log masks them. `otherwise` are the
 * keys to send if those in the log are of no account.
 */
export function loggedRequest(
  { store }: Pick<Runtime, 'store'>,
  row: LoggedRequest,
  otherwise?: Keys,
): ApiRequest {
  const [path = '', query = ''] = row.path.split(/\?(.*)/s);
  const headers = new Headers(JSON.parse(row.headers));
  const sender = senderOf(store, row) ?? otherwise;
  if (sender) {
    headers.set('Authorization', `Bearer ${sender.accessToken}`);
    headers.set('X-API-KEY', sender.apiKey);
  }
  return {
    method: row.method,
    path,
    query,
    headers,
    remoteAddress: row.remoteAddress,
    isHttps: traceOf(row).some(({ check, got }) => check === 'https' && got === 'HTTPS'),
    body: new TextEncoder().encode(row.body),
  };
}

/**
 * The keys to send. A request that was refused before its keys were checked has no account, so its masked
 * keys are matched against every account.
 */
export function senderOf({ accounts }: Runtime['store'], row: LoggedRequest): Sender | undefined {
  if (row.accountId !== null && row.mode !== null) {
    const account = accounts.get(row.accountId);
    return account && { id: account.id, apiKey: account.apiKey, accessToken: account.accessTokens[row.mode] };
  }
  const headers = new Headers(JSON.parse(row.headers));
  // The scheme is case-insensitive, and the mask keeps its first letters.
  const authorization = headers.get('authorization')?.replace(/^bear/i, 'Bear');
  return accounts
    .all()
    .flatMap(({ id, apiKey, accessTokens }) =>
      [accessTokens.test, accessTokens.live].map((accessToken) => ({ id, apiKey, accessToken })),
    )
    .find(
      ({ apiKey, accessToken }) =>
        headers.get('x-api-key') === masked(apiKey) && authorization === masked(`Bearer ${accessToken}`),
    );
}
