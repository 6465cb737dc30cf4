import type { LookupAddress, LookupAllOptions } from 'node:dns';

interface Resolver {
  readonly lookup?: (
    name: string,
    options: LookupAllOptions,
    found: (error: Error | null, addresses: LookupAddress[]) => void,
  ) => void;
  readonly longestMs?: number;
}

/**
 * The addresses of a name below `localhost`. The hosts file or the network of a container may have its own. Otherwise
 * the name means this machine (RFC 6761, 6.3), also where the resolver does not know it, or is silent: it takes 10
 * seconds then, or more.
 */
export function localhostAddresses(
  name: string,
  thisMachine: () => readonly LookupAddress[],
  // The client library imports this module, and loads nothing of Node's before it connects.
  { lookup = process.getBuiltinModule('node:dns').lookup, longestMs = 1000 }: Resolver = {},
): Promise<readonly LookupAddress[]> {
  return new Promise((resolve) => {
    const here = () => resolve(thisMachine());
    AbortSignal.timeout(longestMs).addEventListener('abort', here, { once: true });
    lookup(name, { all: true }, (error, addresses) => (error ? here() : resolve(addresses)));
  });
}
