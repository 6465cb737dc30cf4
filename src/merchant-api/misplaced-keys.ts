import type { Runtime } from '../runtime/runtime.ts';
import type { Account } from '../store/accounts.ts';
import { maskedInText, withoutEscapedKeys } from './escaped-keys.ts';

/** Shorter keys would match unrelated text. */
const shortestKey = 8;

/**
 * Masks keys in places where they do not belong, such as the query or the body, so that the log can be shown
 * and exported. For a request without an account, masks the keys of all accounts. The sandbox's own token is
 * always masked.
 */
export function maskKeys(runtime: Runtime, account: Account | undefined): (text: string) => string {
  const keys = account ? keysOf(account) : runtime.store.accounts.all().flatMap(keysOf);
  const own = runtime.token === undefined ? [] : spellings(runtime.token);
  return maskOf([...keys, ...own]);
}

/** Masks these keys in a text, in any encoding. */
export function keyMask(keys: readonly string[]): (text: string) => string {
  return maskOf(keys.filter((key) => key.length >= shortestKey).flatMap(spellings));
}

function maskOf(spelled: readonly string[]): (text: string) => string {
  return (text) => withoutEscapedKeys(spelled.reduce(withoutKey, text), spelled);
}

function withoutKey(text: string, key: string): string {
  // A function, because a key may contain `$&`.
  return text.includes(key) ? text.replaceAll(key, () => maskedInText(key)) : text;
}

/** An account is the same object for every request until it changes. */
const kept = new WeakMap<Account, readonly string[]>();

function keysOf(account: Account): readonly string[] {
  const known = kept.get(account);
  if (known) return known;
  const { apiKey, secretKey, accessTokens } = account;
  const plain = [apiKey, secretKey, accessTokens.test, accessTokens.live];
  const keys = plain.filter((key) => key.length >= shortestKey).flatMap(spellings);
  kept.set(account, keys);
  return keys;
}

/** The key as it is, and as JSON, a form and a URL write it. */
function spellings(key: string): readonly string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  const inForm = new URLSearchParams({ key }).toString().slice(4);
  return [...new Set([key, inJson, encodeURIComponent(key), inForm])];
}
