import { getDefaultResultOrder, type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLocalhost } from '../protocol/loopback-host.ts';

/** The addresses of this machine, in the order of the system's resolver (RFC 6724), which Node can reverse. */
export function loopback(): readonly LookupAddress[] {
  const ipv4 = { address: '127.0.0.1', family: 4 };
  const ipv6 = { address: '::1', family: 6 };
  if (!hasIpv6()) return [ipv4];
  return getDefaultResultOrder() === 'ipv4first' ? [ipv4, ipv6] : [ipv6, ipv4];
}

function hasIpv6(): boolean {
  try {
    return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  } catch {
    // Android does not allow it.
    return false;
  }
}

/** As browsers and callbacks do: `shop.localhost` means this machine also where the resolver does not know it. */
export const localLookup: LookupFunction = (name, options, found) => {
  systemLookup(name, { ...options, all: true }, (error, resolved) => {
    if (error && !isLocalhost(name)) return found(error, []);
    const addresses = error ? loopback() : resolved;
    if (options.all) return found(null, [...addresses]);
    // Most apps listen on it if only one address can be tried.
    const { address = '', family = 4 } =
      (error && addresses.find((each) => each.family === 4)) || addresses[0] || {};
    found(null, address, family);
  });
};
