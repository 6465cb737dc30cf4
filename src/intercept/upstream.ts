import type { Address } from './address.ts';
import { bypasses, noProxyEntries } from './no-proxy.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the user has for an address already, or undefined where there is none. */
export type Upstream = (to: Address, scheme: 'http' | 'https') => URL | undefined;

/** Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in small letters first, as curl does. */
export function upstreamOf(env: Environment): Upstream {
  const direct = noProxyEntries(variable(env, 'no_proxy'));
  const proxies = { http: proxyOf(env, 'http_proxy'), https: proxyOf(env, 'https_proxy') };
  return (to, scheme) => (direct.some((entry) => bypasses(entry, to)) ? undefined : proxies[scheme]);
}

/** The same without users and passwords: a proxy that wants them refuses. */
export function withoutPassword(upstream: Upstream): Upstream {
  return (to, scheme) => {
    const proxy = upstream(to, scheme);
    return proxy && Object.assign(new URL(proxy), { username: '', password: '' });
  };
}

/** A variable that is written in small or in capital letters. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

/** The header in which a proxy wants its user and password; none where its URL has none. */
export function proxyCredentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function proxyOf(env: Environment, name: string): URL | undefined {
  const value = variable(env, name) ?? variable(env, 'all_proxy');
  if (value === undefined) return undefined;
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`) ?? undefined;
}
