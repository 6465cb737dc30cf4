import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameters of a message in the order in which they arrived. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** The parameters of a raw query string. Frameworks rename, nest, or drop some of them: do not use what they parsed. */
export function parametersOfQuery(rawQuery: string): Parameters {
  return [...new URLSearchParams(rawQuery)];
}

/** The parameters of a raw JSON body; undefined when it is not a flat object of texts and numbers. */
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
 * Whether `hashed` proves that the gateway sent these parameters: an SHA-256 HMAC, in upper case, of all the others as
 * `name=value&name=value` in the order of arrival, URL-encoded. It does not prove which order they are about: compare the invoice and the
 * amount too.
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
