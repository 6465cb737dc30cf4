import { isWhitelisted } from '../protocol/ip-address.ts';
import type { Address } from './address.ts';

/** The entries of `NO_PROXY`. */
export function noProxyEntries(value: string | undefined): readonly string[] {
  return (value ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

/**
 * Whether an entry excludes an address from the proxy, as any client may read it: `*`, a name with its
 * subdomains, a leading dot or `*.`, an address, or a range such as `10.0.0.0/8`, each with or without a
 * port.
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
