import type { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import { type AppEnv, connectionOf } from './connection.ts';
import { isAllowedHost } from './guard.ts';

/** The address by which the client of the present request reached the sandbox. */
export type AskedAddress = AsyncLocalStorage<string | undefined>;

export function newAskedAddress(): AskedAddress {
  // Loaded where it is used: only `public_url: auto` needs it.
  return new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)();
}

/**
 * Lets links begin with the address that the request was sent to. A host that only API clients may use, such as the name of a container,
 * is left out: a browser elsewhere does not know it.
 */
export function followAddress(
  asked: AskedAddress,
  { allowedHosts, trustProxy }: { readonly allowedHosts: readonly string[]; readonly trustProxy: boolean },
): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const { host, isHttps } = connectionOf(c, trustProxy);
    const isReachable = isAllowedHost(host, 'customer', allowedHosts);
    return asked.run(isReachable ? `${isHttps ? 'https' : 'http'}://${host.toLowerCase()}` : undefined, next);
  };
}
