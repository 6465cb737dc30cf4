import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import * as der from './der.ts';
import { TlsError } from './tls-error.ts';

/**
 * The names in a certificate, encoded as in RFC 5280 (4.2.1.6), without duplicates: host names (non-ASCII
 * ones in their `xn--` form) and IP addresses (IPv6 with or without brackets). Throws `TlsError`.
 */
export function subjectNames(hosts: readonly string[]): Buffer[] {
  if (hosts.length === 0) throw new TlsError('A certificate needs at least one host name or address.');
  return [...new Set(hosts.map(plain))].map(nameOf);
}

/**
 * The names that an authority may sign for, encoded as in RFC 5280 (4.2.1.10): these hosts and their
 * subdomains. Addresses are excluded unless they are listed. Throws `TlsError`.
 */
export function nameConstraints(hosts: readonly string[]): Buffer {
  const permitted = [...new Set(hosts.map(plain))].map((host) => subtree(host, isIP(host)));
  const subtrees = der.context(0, Buffer.concat(permitted), 'constructed');
  if (hosts.map(plain).some(isIP)) return der.sequence(subtrees);
  const everyAddress = [8, 32].map((bytes) => addressSubtree(Buffer.alloc(bytes)));
  return der.sequence(subtrees, der.context(1, Buffer.concat(everyAddress), 'constructed'));
}

function subtree(host: string, version: number): Buffer {
  if (version === 0) return der.sequence(nameOf(host));
  const address = version === 4 ? ipv4Bytes(host) : ipv6Bytes(host);
  return addressSubtree(Buffer.concat([address, Buffer.alloc(address.length, 0xff)]));
}

/** An address followed by its mask of the same length. */
function addressSubtree(bytes: Buffer): Buffer {
  return der.sequence(der.context(IP_ADDRESS, bytes, 'primitive'));
}

const DNS_NAME = 2;
const IP_ADDRESS = 7;
const HOST =
  /^(?=.{1,253}$)(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function plain(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (isIP(bare)) return bare.toLowerCase();
  // For `name/path`, it would return the name.
  const name = /[/\\?#@:]/.test(host) ? '' : domainToASCII(host).replace(/\.$/, '');
  if (HOST.test(name)) return name;
  throw new TlsError(
    `${JSON.stringify(host)} is neither a host name nor an IP address: no certificate can be for it.`,
  );
}

function nameOf(host: string): Buffer {
  const version = isIP(host);
  if (version === 0) return der.context(DNS_NAME, Buffer.from(host), 'primitive');
  return der.context(IP_ADDRESS, version === 4 ? ipv4Bytes(host) : ipv6Bytes(host), 'primitive');
}

function ipv4Bytes(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

function ipv6Bytes(address: string): Buffer {
  // A URL normalizes every form of an address to groups of hex digits, with at most one `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = new Array<string>(8 - before.length - after.length).fill('0000');
  return Buffer.from([...before, ...zeros, ...after].join(''), 'hex');
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.padStart(4, '0'));
}
