import { getDefaultResultOrder, type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { localhostAddresses } from '../host/localhost-addresses.ts';
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
  // An error comes without addresses.
  const give: Found = (error, addresses = []) => {
    if (options.all) return found(error, [...addresses]);
    const one = onlyOne(name, addresses);
    found(error, one?.address ?? '', one?.family);
  };
  if (!isLocalhost(name)) return systemLookup(name, { ...options, all: true }, give);
  void addressesOf(name).then((addresses) => give(null, addresses));
};

type Found = (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void;

/** By name, for the life of a command: a lookup that the resolver passes on to a network can take seconds. */
const known = new Map<string, Promise<readonly LookupAddress[]>>();

function addressesOf(name: string): Promise<readonly LookupAddress[]> {
  const asked = known.get(name) ?? localhostAddresses(name, loopback);
  known.set(name, asked);
  return asked;
}

/** Where Node may try one address alone (`--no-network-family-autoselection`): apps of this machine listen on IPv4. */
export function onlyOne(name: string, addresses: readonly LookupAddress[]): LookupAddress | undefined {
  const local = isLocalhost(name) ? addresses.find(({ family }) => family === 4) : undefined;
  return local ?? addresses[0];
}
