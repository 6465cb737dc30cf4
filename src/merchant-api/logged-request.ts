import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { masked } from './credentials.ts';
import type { ApiRequest } from './request-context.ts';
import { traceOf } from './trace.ts';

/** Marks a request that a tester sent again. Its value is the id of the first one. */
export const replayHeader = 'X-Sandbox-Replay';

/** Rebuilds a logged request to send it again, with the account's current keys: the log masks them. */
export function loggedRequest({ store }: Pick<Runtime, 'store'>, row: LoggedRequest): ApiRequest {
  const [path = '', query = ''] = row.path.split(/\?(.*)/s);
  const headers = new Headers(JSON.parse(row.headers));
  const sender = senderOf(store, row, headers);
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
function senderOf({ accounts }: Runtime['store'], row: LoggedRequest, headers: Headers) {
  if (row.accountId !== null && row.mode !== null) {
    const account = accounts.get(row.accountId);
    return account && { apiKey: account.apiKey, accessToken: account.accessTokens[row.mode] };
  }
  return accounts
    .all()
    .flatMap(({ apiKey, accessTokens }) =>
      [accessTokens.test, accessTokens.live].map((accessToken) => ({ apiKey, accessToken })),
    )
    .find(
      ({ apiKey, accessToken }) =>
        headers.get('x-api-key') === masked(apiKey) &&
        headers.get('authorization') === masked(`Bearer ${accessToken}`),
    );
}
