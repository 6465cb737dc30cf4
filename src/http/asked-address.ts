import type { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import { type AppEnv, connectionOf } from './connection.ts';
import { isAllowedHost } from './guard.ts';

/** The address at which the current request's client reached the sandbox. */
export type AskedAddress = AsyncLocalStorage<string | undefined>;

export function newAskedAddress(): AskedAddress {
  // Loaded on demand: only `public_url: auto` needs it.
  return new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)();
}

/**
 * Makes links start with the address to which the request was sent. Ignores hosts that only API clients may
 * use, such as a container's name, because a browser may not resolve them, and intercepted ones, because
 * a browser would reach the live host.
 */
export function followAddress(
  asked: AskedAddress,
  { allowedHosts, trustProxy }: { readonly allowedHosts: readonly string[]; readonly trustProxy: boolean },
): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const { host, isHttps } = connectionOf(c, trustProxy);
    const isReachable = !c.env?.interceptedHosts && isAllowedHost(host, 'customer', allowedHosts);
    return asked.run(isReachable ? `${isHttps ? 'https' : 'http'}://${host.toLowerCase()}` : undefined, next);
  };
}
