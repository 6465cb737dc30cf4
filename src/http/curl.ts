import type { Account } from '../store/accounts.ts';

/** Whose keys a sample command carries. */
export interface SampleKeys {
  readonly apiKey: string;
  readonly accessToken: string;
}

/** For commands that are shown where no secret may be. */
export const placeholders: SampleKeys = { apiKey: '$GATEWAY_API_KEY', accessToken: '$GATEWAY_ACCESS_TOKEN' };

/** Whether every sandbox begins with this key and its documentation prints it: no secret. */
export function isPublicKey(key: string): boolean {
  return key.startsWith('demo_');
}

/** Public keys, so that the command works when pasted; of others, placeholders. */
export function pastableKeys(
  account: Pick<Account, 'apiKey' | 'accessTokens'> | undefined,
  mode: 'live' | 'test',
): SampleKeys {
  const keys = account && { apiKey: account.apiKey, accessToken: account.accessTokens[mode] };
  return keys && isPublicKey(keys.apiKey) && isPublicKey(keys.accessToken) ? keys : placeholders;
}

/** A curl command of the merchant API that works when pasted into a POSIX shell. */
export function curl(
  baseUrl: string,
  path: string,
  keys: SampleKeys,
  fields: Readonly<Record<string, string>>,
  caFile?: string,
): string {
  const lines = [
    `curl -s ${caFile === undefined ? '' : `--cacert ${quoted(caFile)} `}${quoted(`${baseUrl}/api/v1/transaction/${path}`)}`,
    // Double quotes: placeholders are variables of the shell.
    `-H "Authorization: Bearer ${keys.accessToken}"`,
    `-H "X-API-KEY: ${keys.apiKey}"`,
    ...Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
