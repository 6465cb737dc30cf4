import type { Address } from './address.ts';
import { bypasses, noProxyEntries } from './no-proxy.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own proxy for an address. Undefined if there is none. */
export type Upstream = (to: Address, scheme: 'http' | 'https') => URL | undefined;

/** Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. Lower-case names win, as in curl. */
export function upstreamOf(env: Environment): Upstream {
  const direct = noProxyEntries(variable(env, 'no_proxy'));
  const proxies = { http: proxyOf(env, 'http_proxy'), https: proxyOf(env, 'https_proxy') };
  return (to, scheme) => (direct.some((entry) => bypasses(entry, to)) ? undefined : proxies[scheme]);
}

/** The same proxies without user and password. A proxy that requires them will refuse. */
export function withoutPassword(upstream: Upstream): Upstream {
  return (to, scheme) => {
    const proxy = upstream(to, scheme);
    return proxy && Object.assign(new URL(proxy), { username: '', password: '' });
  };
}

/** A variable in lower or upper case. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

/** The header with a proxy's user and password. Empty when its URL has none. */
export function proxyCredentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = Buffer.from(`${unescaped(username)}:${unescaped(password)}`, 'latin1');
  return { 'Proxy-Authorization': `Basic ${pair.toString('base64')}` };
}

/** One character per byte, as curl reads it: a `%` that begins no escape stays. `URL` leaves only ASCII. */
function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function proxyOf(env: Environment, name: string): URL | undefined {
  const value = variable(env, name) ?? variable(env, 'all_proxy');
  if (value === undefined) return undefined;
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`) ?? undefined;
}
