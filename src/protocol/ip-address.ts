import { isIP } from 'node:net';

export type AddressKind =
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'public';

/** Whether the text is an IPv4 or IPv6 address in standard form, without a zone. */
export function isIpAddress(text: string): boolean {
  return !text.includes('%') && isIP(text) !== 0;
}

/**
 * What an address leads to. An IPv4 address embedded in an IPv6 address counts as itself. Text that is not an
 * address is `unspecified`, which is refused wherever kinds are checked.
 */
export function kindOf(address: string): AddressKind {
  const groups = groupsOf(withoutZone(address));
  if (!groups) return 'unspecified';
  return listedKind(groups) ?? listedKind(embeddedIpv4(groups)) ?? 'public';
}

/** Whether two addresses lead to the same place, in any notation. Embedded IPv4 counts as itself. */
export function isSameAddress(one: string, other: string): boolean {
  const groups = placeOf(one);
  const others = placeOf(other);
  return groups?.every((group, index) => group === others?.[index]) ?? false;
}

/** Whether the text is an address or a CIDR range such as `192.0.2.0/24`. */
export function isWhitelistEntry(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/** Whether an entry equals or covers the address (Authentication, 6). Invalid entries cover nothing. */
export function isWhitelisted(address: string, entries: readonly string[]): boolean {
  const groups = groupsOf(withoutZone(address));
  return groups !== undefined && entries.some((entry) => covers(rangeOf(entry), groups));
}

/** The eight 16-bit groups of an IPv6 address. IPv4 is stored as IPv4-mapped IPv6, so both compare alike. */
type Groups = readonly number[];

interface Range {
  readonly groups: Groups;
  readonly prefixBits: number;
}

function placeOf(address: string): Groups | undefined {
  const groups = groupsOf(withoutZone(address));
  return groups && (embeddedIpv4(groups) ?? groups);
}

const MAPPED_PREFIX: Groups = [0, 0, 0, 0, 0, 0xff_ff];
const MAPPED_PREFIX_BITS = 96;

/** Removes the zone of a socket's address (`fe80::1%eth0`), which does not change where it leads. */
function withoutZone(address: string): string {
  const zoneAt = address.indexOf('%');
  return zoneAt === -1 ? address : address.slice(0, zoneAt);
}

function groupsOf(text: string): Groups | undefined {
  if (!isIpAddress(text)) return undefined;
  return isIP(text) === 4 ? [...MAPPED_PREFIX, ...ipv4Groups(text)] : ipv6Groups(text);
}

function ipv4Groups(text: string): Groups {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function ipv6Groups(text: string): Groups {
  const [head = '', tail] = text.split('::');
  const before = hexGroups(head);
  if (tail === undefined) return before;
  const after = hexGroups(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function hexGroups(text: string): Groups {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ipv4Groups(group) : Number.parseInt(group, 16)));
}

function rangeOf(text: string): Range | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  const groups = groupsOf(address);
  if (!groups) return undefined;

  const addressBits = isIP(address) === 4 ? 32 : 128;
  const length = slash === -1 ? String(addressBits) : text.slice(slash + 1);
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length) || Number(length) > addressBits) return undefined;
  return { groups, prefixBits: 128 - addressBits + Number(length) };
}

function covers(range: Range | undefined, groups: Groups): boolean {
  if (!range) return false;
  // ::/0 means every IPv6 address. It must not match IPv4, although IPv4 is stored as IPv6 here.
  if (range.prefixBits < MAPPED_PREFIX_BITS && isMapped(groups)) return false;
  return groups.every((group, index) => {
    const bits = Math.min(Math.max(range.prefixBits - index * 16, 0), 16);
    // Both have eight groups.
    return group >> (16 - bits) === (range.groups[index] as number) >> (16 - bits);
  });
}

function isMapped(groups: Groups): boolean {
  return MAPPED_PREFIX.every((group, index) => groups[index] === group);
}

/** The first match counts. The metadata services are those of the large clouds. */
const KINDS: readonly (readonly [AddressKind, readonly string[]])[] = [
  ['metadata', ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16']],
  // All of the AWS and Google Cloud networks: ::254 serves instance data, ::23 container credentials, and
  // more may follow.
  ['metadata', ['fd00:ec2::/32', 'fd20:ce::/32']],
  ['loopback', ['127.0.0.0/8', '::1']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['unspecified', ['0.0.0.0/8', '::']],
  ['multicast', ['224.0.0.0/4', '240.0.0.0/4', 'ff00::/8']],
];

function listedKind(groups: Groups | undefined): AddressKind | undefined {
  return groups && KINDS.find(([, texts]) => texts.some((text) => covers(knownRange(text), groups)))?.[0];
}

const knownRanges = new Map<string, Range | undefined>();

/** Parsed on first use: the first IPv6 parse takes a fiftieth of the startup time. */
function knownRange(text: string): Range | undefined {
  const known = knownRanges.get(text) ?? rangeOf(text);
  knownRanges.set(text, known);
  return known;
}

/** Where IPv6 carries an IPv4 address: NAT64, 6to4, IPv4-translated, IPv4-compatible. */
const CARRIERS = [
  { range: '64:ff9b::/96', at: 6 },
  { range: '64:ff9b:1::/48', at: 6 },
  { range: '2002::/16', at: 1 },
  { range: '::ffff:0:0:0/96', at: 6 },
  { range: '::/96', at: 6 },
] as const;

function embeddedIpv4(groups: Groups): Groups | undefined {
  const carrier = CARRIERS.find(({ range }) => covers(knownRange(range), groups));
  return carrier && [...MAPPED_PREFIX, ...groups.slice(carrier.at, carrier.at + 2)];
}
