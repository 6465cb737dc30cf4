import { isWhitelisted } from '../protocol/ip-address.ts';
import type { Address } from './address.ts';

/** What `NO_PROXY` lists, entry by entry. */
export function noProxyEntries(value: string | undefined): readonly string[] {
  return (value ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

/**
 * Whether an entry keeps an address away from the proxy, as any of the clients reads it: `*`, a name with all below it, a leading dot or
 * `*.`, an address, a range such as `10.0.0.0/8`, each with a port or without.
 */
export function bypasses(entry: string, { name, port }: Address): boolean {
  if (entry === '*' || isWhitelisted(name, [entry])) return true;
  const [, listed = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? [];
  if (only !== undefined && Number(only) !== port) return false;
  const bare = listed
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^\*?\./, '')
    .toLowerCase();
  return bare !== '' && (name === bare || name.endsWith(`.${bare}`));
}
