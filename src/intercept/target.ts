import { type Address, addressOf } from './address.ts';

export type Scheme = 'http' | 'https';

/** The target of a request in absolute form (RFC 9112, 3.2.2). */
export interface Target {
  readonly scheme: Scheme;
  readonly to: Address;
  /** As the client wrote it, for the `Host` header. */
  readonly authority: string;
  /** Path and query as the client wrote them. */
  readonly path: string;
}

/**
 * Reads `http://host/path`, and `https://host/path`, which axios before 1.16 sends instead of CONNECT.
 * Undefined for anything else.
 */
export function targetOf(url: string): Target | undefined {
  const [, written = '', authority = '', rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const scheme = written.toLowerCase() === 'https' ? 'https' : 'http';
  const to = addressOf(authority, scheme === 'https' ? 443 : 80);
  if (!to) return undefined;
  return { scheme, to, authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
