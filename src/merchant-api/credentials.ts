import { sameSecret } from '../http/same-secret.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { TokenHolder } from '../store/accounts.ts';
import type { HeaderFields } from './request-context.ts';

const longestKey = 512;

/** The account and mode of the two headers ("Authentication"). Every failure is the same `UNAUTHORIZED`. */
export function authenticate(runtime: Runtime, headers: HeaderFields): TokenHolder {
  const token = bearerToken(headers.get('authorization'));
  const apiKey = headers.get('x-api-key') ?? '';
  const holder = token === undefined ? undefined : runtime.store.accounts.ofToken(token);
  const own = holder && token !== undefined && sameSecret(token, holder.account.accessTokens[holder.mode]);
  if (!own || !sameSecret(apiKey, holder.account.apiKey) || !holder.account.approved)
    throw new ApiError('UNAUTHORIZED');
  return holder;
}

/** A secret as the log shows it: enough to recognize it, not enough to use it. */
export function masked(secret: string): string {
  return secret.length <= 8 ? '****' : `${secret.slice(0, 4)}****${secret.slice(-2)}`;
}

/** The scheme is case-insensitive. A repeated header contains a comma and is not a token. */
function bearerToken(header: string | null | undefined): string | undefined {
  const token = /^bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
  return token !== undefined && token.length <= longestKey ? token : undefined;
}
