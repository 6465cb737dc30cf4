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
  return /^demo_\w+$/.test(key);
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
    `-H ${header(`Authorization: Bearer ${keys.accessToken}`, keys)}`,
    `-H ${header(`X-API-KEY: ${keys.apiKey}`, keys)}`,
    ...Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

/** In double quotes: placeholders are variables of the shell. A key that the shell would read something in stands in single ones. */
function header(text: string, keys: SampleKeys): string {
  return keys === placeholders || !/["$`\\!]/.test(text) ? `"${text}"` : inQuotes(text);
}

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_.:/@=-]+$/.test(text) ? text : inQuotes(text);
}

/**
 * A text in quotes of a POSIX shell. Characters that a terminal obeys are written as their bytes: a stranger's text is pasted, and one of
 * them would end the quotes by ending the line.
 */
export function inQuotes(text: string): string {
  const plain = text.replaceAll('\n', '');
  if (!/[\p{Cc}\p{Bidi_Control}]/u.test(plain)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\p{Bidi_Control}]/gu, asBytes)}'`;
}

/** `\x1b`, or the bytes of UTF-8. */
function asBytes(character: string): string {
  const bytes = Buffer.from(character).toString('hex').match(/../g) ?? [];
  return bytes.map((byte) => `\\x${byte}`).join('');
}
