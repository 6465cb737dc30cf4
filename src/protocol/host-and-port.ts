import { hostOf } from './merchant-url.ts';

/** A host, at one port or at every port. */
export interface HostAndPort {
  /** A host name in lower-case ASCII without a trailing dot, or an IP address without brackets. */
  readonly name: string;
  readonly port?: number | undefined;
}

/**
 * Reads `Shop.test`, `shop.test:8443`, `192.0.2.1` or `[2001:db8::1]:8443`. Undefined for anything that is not the
 * host of a URL.
 */
export function hostAndPort(text: string): HostAndPort | undefined {
  const [, host = '', port] = /^(\[[0-9a-f:.]+\]|[^\s\p{C}/\\:@?#[\]]+)(?::(\d{1,5}))?$/iu.exec(text) ?? [];
  const url = host === '' ? null : URL.parse(`http://${host}`);
  const name = url ? hostOf(url) : '';
  if (name === '' || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  return { name, port: port === undefined ? undefined : Number(port) };
}

/** As in a URL or a `Host` header: `shop.test`, `[::1]:8443`. */
export function writtenHost({ name, port }: HostAndPort): string {
  const host = name.includes(':') ? `[${name}]` : name;
  return port === undefined ? host : `${host}:${port}`;
}
