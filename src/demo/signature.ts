import { createHmac, timingSafeEqual } from 'node:crypto';

/** A message's parameters, in order of arrival. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** Parses a raw query. Frameworks rename, nest or drop some parameters: do not use their result. */
export function parametersOfQuery(rawQuery: string): Parameters {
  return [...new URLSearchParams(rawQuery)];
}

/** Parses a raw JSON body. Undefined if it is not a flat object of strings and numbers. */
export function parametersOfJson(rawBody: string): Parameters | undefined {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const entries = Object.entries(body);
  const isFlat = entries.every(([, value]) => typeof value === 'string' || typeof value === 'number');
  return isFlat ? entries.map(([name, value]) => [name, String(value)]) : undefined;
}

/**
 * Checks whether `hashed` proves that the gateway sent these parameters. It is an upper-case HMAC-SHA256 of
 * all the others as `name=value&name=value`, URL-encoded, in order of arrival. It does not prove which order
 * they are about: also compare the invoice number and the amount.
 */
export function isGenuine(parameters: Parameters, secretKey: string): boolean {
  const hashed = parameters.filter(([name]) => name === 'hashed').map(([, value]) => value);
  if (hashed.length !== 1 || !/^[0-9A-F]{64}$/.test(hashed[0] ?? '')) return false;
  const signed = new URLSearchParams(
    parameters.filter(([name]) => name !== 'hashed').map(([...pair]) => pair),
  );
  // The gateway encodes like PHP, which also encodes the asterisk.
  const text = signed.toString().replaceAll('*', '%2A');
  const expected = createHmac('sha256', secretKey).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(hashed[0] ?? '', 'hex'));
}
