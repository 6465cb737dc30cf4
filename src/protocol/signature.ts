import { createHmac } from 'node:crypto';
import type { SignatureLayout } from './signature-layout.ts';

export type Field = readonly [name: string, value: string];

/** A query like PHP's `http_build_query`: space is `+`, all but `A-Z a-z 0-9 - _ .` is upper-case `%XX`. */
export function encodeQuery(fields: readonly Field[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) query.append(name, value);
  // The only character that PHP encodes and URLSearchParams does not.
  return query.toString().replaceAll('*', '%2A');
}

/** The string to sign: every field except `hashed` (Authentication, 7). */
export function signedString(fields: readonly Field[], layout: SignatureLayout = 'encoded'): string {
  const signed = fields.filter(([name]) => name !== 'hashed');
  const ordered = layout === 'sorted' || layout === 'sorted-raw' ? signed.toSorted(byName) : signed;
  const isRaw = layout === 'raw' || layout === 'sorted-raw';
  return isRaw ? ordered.map(([name, value]) => `${name}=${value}`).join('&') : encodeQuery(ordered);
}

/** HMAC-SHA256 in upper-case hex. A text key is used as UTF-8 and never decoded. */
export function hashOf(message: string, secretKey: string | Uint8Array): string {
  return createHmac('sha256', secretKey).update(message).digest('hex').toUpperCase();
}

/** The `hashed` of these fields, and the signed string, which shows developers where theirs differs. */
export function sign(
  fields: readonly Field[],
  secretKey: string,
  layout: SignatureLayout = 'encoded',
): { signedString: string; hashed: string } {
  const message = signedString(fields, layout);
  return { signedString: message, hashed: hashOf(message, secretKey) };
}

/** By code unit, as a verifier's plain key sort does. A locale could order names differently. */
export function byName([a]: Field, [b]: Field): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
