import { type AddressKind, isIpAddress, kindOf } from './ip-address.ts';
import type { Field } from './signature.ts';

export type UrlVerdict = { url: URL } | { why: string };

const MAX_URL_LENGTH = 2048;

/**
 * Checks a `return_url` or `callback_url`: absolute http or https, 1 to 2,048 characters, no user or
 * password, no host that a callback must never reach. Names are not resolved: their addresses are checked
 * when connecting. `why` is a sentence that says what to send instead.
 */
export function judgeMerchantUrl(text: string, isSandbox: (url: URL) => boolean): UrlVerdict {
  const flaw = textFlaw(text);
  if (flaw !== undefined) return { why: flaw };

  const url = URL.parse(text);
  if (!url) return { why: 'The URL cannot be parsed: check its host and its port.' };
  if (url.port === '0') return { why: 'Use a port from 1 to 65535: nothing listens on port 0.' };
  if (isUnspecified(hostOf(url))) return { why: unspecified };
  if (isForbiddenHost(hostOf(url))) {
    return { why: 'Use a host of your own: this address is reserved and never called.' };
  }
  if (isSandbox(url)) return { why: 'Use a URL of your own server: this one is the sandbox itself.' };
  return { url };
}

/** Whether the live service would refuse the host in a `callback_url`, as far as its text shows. */
export function isLocalUrl(url: URL): boolean {
  const host = hostOf(url);
  if (isIpAddress(host)) return kindOf(host) !== 'public';
  return !host.includes('.') || /\.(?:localhost|local|internal|test)$/.test(host);
}

/** The host as an address or name: IPv6 without brackets, a name without the trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/** The port to connect to. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/**
 * The URL in ASCII, as a browser would send it: a non-ASCII host in Punycode, other non-ASCII characters
 * percent-encoded in UTF-8, and every ASCII character as written.
 */
export function asciiUrl(text: string): string {
  const authority = AUTHORITY.exec(text)?.[0] ?? '';
  return asciiAuthority(authority) + percentEncoded(text.slice(authority.length));
}

/** Appends a query after the URL's own query and before its fragment, both of which stay as written. */
export function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const fragmentAt = url.includes('#') ? url.indexOf('#') : url.length;
  const target = url.slice(0, fragmentAt);
  return target + separatorAfter(target) + query + url.slice(fragmentAt);
}

/** The decoded parameters of the URL's query, in order. */
export function queryFields(url: string): Field[] {
  const [target = ''] = url.split('#', 1);
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? [] : [...new URLSearchParams(target.slice(queryAt + 1))];
}

/** Flaws that parsing hides: it drops tabs and line breaks, converts backslashes and drops an empty user. */
function textFlaw(text: string): string | undefined {
  if (text.length === 0) return 'Send an absolute URL that begins with http:// or https://.';
  if (text.length > MAX_URL_LENGTH) return `Send a URL of at most ${MAX_URL_LENGTH} characters.`;
  if (/[\p{Cc} \\]/u.test(text) || !text.isWellFormed()) {
    return 'Percent-encode spaces, backslashes and control characters in the URL.';
  }
  if (!/^https?:\/\/[^/?#]/i.test(text)) {
    return 'Send an absolute URL that begins with http:// or https:// and names a host.';
  }
  if (AUTHORITY.exec(text)?.[0].includes('@')) return 'Leave the user and password out of the URL.';
  return undefined;
}

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Development servers print such an address when they listen on all interfaces. */
const unspecified =
  'Use localhost or 127.0.0.1: this address only says that a server listens everywhere, it names no host.';

function isUnspecified(host: string): boolean {
  return isIpAddress(host) && kindOf(host) === 'unspecified';
}

const NEVER_CALLED: ReadonlySet<AddressKind> = new Set(['link-local', 'metadata', 'multicast']);

const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata.goog']);

function isForbiddenHost(host: string): boolean {
  if (host === '' || METADATA_NAMES.has(host)) return true;
  return isIpAddress(host) && NEVER_CALLED.has(kindOf(host));
}

/** Rewrites only the host, and only if it must: a browser would also drop a default port. */
function asciiAuthority(authority: string): string {
  const [, before = '', host = '', port = ''] = /^(.*(?:\/\/|@))(.*?)(:\d*)?$/s.exec(authority) ?? [];
  const asciiHost = percentEncoded(host) === host ? host : URL.parse(`http://${host}/`)?.hostname;
  return percentEncoded(before) + (asciiHost ?? percentEncoded(host)) + port;
}

function percentEncoded(text: string): string {
  return text.toWellFormed().replace(/\P{ASCII}+/gu, encodeURIComponent);
}

function separatorAfter(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1) return '?';
  // Further question marks belong to the query, so only the first one can directly precede ours.
  return queryAt === target.length - 1 || target.endsWith('&') ? '' : '&';
}
