import { createHmac } from 'node:crypto';

export type Pair = readonly [name: string, value: string];

/** The names and values of a query, in the order in which they came. */
export function pairsOf(query: string): Pair[] {
  return query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
  });
}

/**
 * `hashed` as a merchant computes it: upper-case hex HMAC-SHA256 with the secret's own text as the key, over `k=v&k=v` of what came,
 * in the order in which it came, without `hashed`, encoded byte by byte as PHP's `http_build_query` does.
 */
export function hashedOf(pairs: readonly Pair[], secret: string): string {
  const signed = pairs.filter(([name]) => name !== 'hashed');
  const text = signed.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text, 'latin1').digest('hex').toUpperCase();
}

/** Whether what came carries the hash that it must. */
export function isGenuine(pairs: readonly Pair[], secret: string): boolean {
  return new Map(pairs).get('hashed') === hashedOf(pairs, secret);
}

function encoded(text: string): string {
  return [...Buffer.from(text, 'utf8')].map(encodedByte).join('');
}

function encodedByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === ' ') return '+';
  return /[A-Za-z0-9_.-]/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
