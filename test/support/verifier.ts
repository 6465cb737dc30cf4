import { createHmac } from 'node:crypto';

export type Pair = readonly [name: string, value: string];

/** The names and values of a query, in order of arrival. */
export function pairsOf(query: string): Pair[] {
  return query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
  });
}

/**
 * `hashed` as computed by a merchant: an upper-case hex HMAC-SHA256 over `k=v&k=v` of the received parameters
 * in order of arrival, without `hashed`, encoded byte by byte like PHP's `http_build_query`. The key is the
 * secret as text.
 */
export function hashedOf(pairs: readonly Pair[], secret: string): string {
  const signed = pairs.filter(([name]) => name !== 'hashed');
  const text = signed.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text, 'latin1').digest('hex').toUpperCase();
}

/** Whether the received hash is right. */
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

export type MessageKind = 'localbankcards' | 'cardgw' | 'aggregator callback' | 'aggregator return';

/**
 * A careful merchant's reaction to a message: recorded as paid, noted as canceled or not approved, or
 * refused.
 */
export type Verdict = 'paid' | 'canceled' | 'not approved' | 'refused';

/** The documented parameters of each message besides the flags. `hashed` comes last. */
const parametersOf: Readonly<Record<MessageKind, readonly string[]>> = {
  localbankcards: ['gateway', 'invoice_no', 'amount', 'transaction_id', 'hashed'],
  cardgw: ['gateway', 'amount', 'currency', 'invoice_no', 'transaction_id', 'hashed'],
  'aggregator callback': ['gateway', 'amount', 'invoice_no', 'paymet_method', 'transaction_id', 'hashed'],
  'aggregator return': ['invoice_no', 'hashed'],
};

/** Judges a message by the API documentation: each parameter once, the gateway's flags, and the HMAC. */
export function judged(kind: MessageKind, pairs: readonly Pair[], secret: string): Verdict {
  const values = new Map(pairs);
  const flags = pairs.filter(([name]) => name === 'approved' || name === 'canceled');
  const others = pairs.map(([name]) => name).filter((name) => name !== 'approved' && name !== 'canceled');
  if (others.join() !== parametersOf[kind].join() || flags.length !== 1) return 'refused';
  if (!isGenuine(pairs, secret)) return 'refused';
  if (values.get('approved') === '1') return 'paid';
  const isCard = kind === 'localbankcards' || kind === 'cardgw';
  if (isCard) return values.get('canceled') === '1' ? 'canceled' : 'refused';
  return values.get('approved') === '0' ? 'not approved' : 'refused';
}

/** The members of a JSON body in order, as text. */
export function pairsOfJson(body: string): Pair[] {
  return Object.entries(JSON.parse(body)).map(([name, value]): Pair => [name, String(value)]);
}
