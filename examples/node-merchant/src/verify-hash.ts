import { createHmac, timingSafeEqual } from 'node:crypto';

/** Received parameters in the order in which they arrived. */
export type Pairs = readonly [name: string, value: string][];

/**
 * Whether `hashed` proves that the gateway sent these parameters.
 *
 * The document (Authentication, 7) asks for an SHA-256 HMAC over all received parameters except `hashed`, in upper
 * case. The layout that it leaves open is `name=value&name=value` in the order of arrival, URL-encoded the way PHP's
 * `http_build_query` does it. A true hash says nothing about *which* message this is: the caller still has to compare
 * invoice, gateway and amount.
 */
export function verifyHash(pairs: Pairs, secretKey: string): boolean {
  const names = new Set(pairs.map(([name]) => name));
  // A name that comes twice means one thing to the hash and another to whoever reads the value.
  if (names.size !== pairs.length) return false;
  const hashed = pairs.find(([name]) => name === 'hashed')?.[1];
  if (hashed === undefined || !/^[0-9A-F]{64}$/.test(hashed)) return false;
  const signed = pairs.filter(([name]) => name !== 'hashed');
  const expected = createHmac('sha256', secretKey).update(signedString(signed)).digest();
  return timingSafeEqual(expected, Buffer.from(hashed, 'hex'));
}

/** The parameters of a query string, decoded. */
export function pairsOfQuery(query: string): Pairs {
  return [...new URLSearchParams(query)];
}

/**
 * The parameters of a JSON callback as text, because text is what was signed.
 * Numbers are taken too: the document calls `approved` "1 or 0" and `transaction_id` "string/number".
 * @returns undefined when the body is not a flat JSON object of text and numbers
 */
export function pairsOfJson(body: string): Pairs | undefined {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const entries = Object.entries(parsed);
  if (!entries.every(([, value]) => typeof value === 'string' || typeof value === 'number')) return undefined;
  return entries.map(([name, value]) => [name, String(value)]);
}

/** `URLSearchParams` encodes as PHP does in all but one character. */
function signedString(pairs: Pairs): string {
  return new URLSearchParams(pairs).toString().replaceAll('*', '%2A');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
