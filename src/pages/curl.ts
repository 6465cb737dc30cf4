import type { Mode } from '../protocol/vocabulary.ts';
import type { Account } from '../store/accounts.ts';

/** The keys in a sample command. */
export interface SampleKeys {
  readonly apiKey: string;
  readonly accessToken: string;
}

/** For commands shown where secrets must not appear. */
export const placeholders: SampleKeys = { apiKey: '$GATEWAY_API_KEY', accessToken: '$GATEWAY_ACCESS_TOKEN' };

/** Whether this is a demo key. Every sandbox starts with these and the docs print them: not secret. */
export function isPublicKey(key: string): boolean {
  return /^demo_\w+$/.test(key);
}

/** Real keys if they are public, so that the command works when pasted. Otherwise placeholders. */
export function pastableKeys(
  account: Pick<Account, 'apiKey' | 'accessTokens'> | undefined,
  mode: Mode,
): SampleKeys {
  const keys = account && { apiKey: account.apiKey, accessToken: account.accessTokens[mode] };
  return keys && isPublicKey(keys.apiKey) && isPublicKey(keys.accessToken) ? keys : placeholders;
}

/** A curl command for the merchant API that works when pasted into a POSIX shell. */
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

/**
 * Double-quoted, because placeholders are shell variables. Keys with special characters get single quotes.
 */
function header(text: string, keys: SampleKeys): string {
  return keys === placeholders || !/["$`\\!]/.test(text) ? `"${text}"` : inQuotes(text);
}

/** Quotes a text as one word for a POSIX shell. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_.:/@=-]+$/.test(text) ? text : inQuotes(text);
}

/**
 * Quotes a text for a POSIX shell. Control characters become byte escapes: the text comes from strangers and
 * gets pasted into a terminal, where a line break would end the command.
 */
export function inQuotes(text: string): string {
  const plain = text.replaceAll('\n', '');
  if (!/[\p{Cc}\p{Bidi_Control}]/u.test(plain)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\p{Bidi_Control}]/gu, asBytes)}'`;
}

/** `\x1b`, or several of these for the UTF-8 bytes. */
function asBytes(character: string): string {
  const bytes = Buffer.from(character).toString('hex').match(/../g) ?? [];
  return bytes.map((byte) => `\\x${byte}`).join('');
}
