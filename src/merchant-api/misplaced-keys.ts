import type { Runtime } from '../runtime/runtime.ts';
import type { Account } from '../store/accounts.ts';
import { maskedInText, withoutEscapedKeys } from './escaped-keys.ts';

/** Shorter ones would be found in texts that have nothing to do with them. */
const shortestKey = 8;

/**
 * Masks keys that a request carries where they do not belong, such as its query or its body, so that the log can be shown and exported.
 * Without an account, for a request that was let in by no key, those of all accounts. The sandbox's own token is masked for everyone.
 */
export function maskKeys(runtime: Runtime, account: Account | undefined): (text: string) => string {
  const keys = account ? keysOf(account) : runtime.store.accounts.all().flatMap(keysOf);
  const own = runtime.token === undefined ? [] : spellings(runtime.token);
  return maskOf([...keys, ...own]);
}

/** Masks these keys in a text, however they are written in it. */
export function keyMask(keys: readonly string[]): (text: string) => string {
  return maskOf(keys.filter((key) => key.length >= shortestKey).flatMap(spellings));
}

function maskOf(spelled: readonly string[]): (text: string) => string {
  return (text) => withoutEscapedKeys(spelled.reduce(withoutKey, text), spelled);
}

function withoutKey(text: string, key: string): string {
  // A function, for a key may hold `$&`.
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

/** As it is, as JSON quotes it, and as a form and a URL write it. */
function spellings(key: string): readonly string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  const inForm = new URLSearchParams({ key }).toString().slice(4);
  return [...new Set([key, inJson, encodeURIComponent(key), inForm])];
}
