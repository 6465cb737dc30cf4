import { createHmac } from 'node:crypto';

export type Field = readonly [name: string, value: string];

/**
 * How the fields become the string that is signed; the document does not show it.
 * - `encoded`: in the order sent, as PHP's `http_build_query` writes them.
 * - `raw`: in the order sent, `k=v&k=v` with nothing encoded.
 * - `sorted`: as `encoded`, ordered by name.
 * - `sorted-raw`: as `raw`, ordered by name.
 */
export type SignatureLayout = 'encoded' | 'raw' | 'sorted' | 'sorted-raw';

/** Whether parameters that the merchant put into its own `return_url` are under the HMAC too. */
export type SignatureScope = 'own' | 'all';

/** Writes a query as PHP's `http_build_query` does: space is `+`, all but `A-Z a-z 0-9 - _ .` is upper-case `%XX`. */
export function encodeQuery(fields: readonly Field[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) query.append(name, value);
  // The one character that URLSearchParams leaves bare and PHP does not.
  return query.toString().replaceAll('*', '%2A');
}

/** The string under the HMAC: every field but `hashed` (Authentication, 7). */
export function signedString(fields: readonly Field[], layout: SignatureLayout = 'encoded'): string {
  const signed = fields.filter(([name]) => name !== 'hashed');
  const ordered = layout === 'sorted' || layout === 'sorted-raw' ? signed.toSorted(byName) : signed;
  const isRaw = layout === 'raw' || layout === 'sorted-raw';
  return isRaw ? ordered.map(([name, value]) => `${name}=${value}`).join('&') : encodeQuery(ordered);
}

/** HMAC-SHA256 in upper-case hex; the key is the secret key's own text in UTF-8, not bytes decoded from it. */
export function hashOf(message: string, secretKey: string | Uint8Array): string {
  return createHmac('sha256', secretKey).update(message).digest('hex').toUpperCase();
}

/** The value of `hashed` for these fields, beside the string it was made of, which developers need when theirs differs. */
export function sign(
  fields: readonly Field[],
  secretKey: string,
  layout: SignatureLayout = 'encoded',
): { signedString: string; hashed: string } {
  const message = signedString(fields, layout);
  return { signedString: message, hashed: hashOf(message, secretKey) };
}

/** By code unit, as a verifier's plain key sort orders names; a locale would not. */
export function byName([a]: Field, [b]: Field): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
