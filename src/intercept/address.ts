import { UserError } from '../host/user-error.ts';
import { type HostAndPort, hostAndPort, writtenHost } from '../protocol/host-and-port.ts';
import { isIpAddress, kindOf } from '../protocol/ip-address.ts';
import { isLocalhost } from '../protocol/loopback-host.ts';
import { subjectNames } from '../tls/subject-names.ts';

/** The address that a client wants to reach. */
export interface Address {
  /** A host name in lower-case ASCII without a trailing dot, or an IP address without brackets. */
  readonly name: string;
  readonly port: number;
}

/** A host given by `--intercept`: at one port, or at every port if it names none. */
export type InterceptedHost = HostAndPort;

/** The value of `--intercept` cannot be intercepted. The message says which values can. */
export class InterceptError extends UserError {
  override readonly name = 'InterceptError';
}

/**
 * Reads `api.example.test`, `api.example.test:8443`, `192.0.2.1` or `[2001:db8::1]:8443`. Throws
 * `InterceptError`, `TlsError`.
 */
export function interceptedHost(text: string): InterceptedHost {
  const parts = hostAndPort(text);
  if (!parts || parts.name.includes('*'))
    throw new InterceptError(`--intercept ${JSON.stringify(text)} ${form}`);
  if (isOfThisMachine(parts.name)) throw new InterceptError(`--intercept ${text}: ${loopback}`);
  // Throws when the name cannot have a certificate.
  subjectNames([parts.name]);
  return parts;
}

/** The address in a CONNECT target (`host:port`) or a URL's authority. Undefined if it is not an address. */
export function addressOf(authority: string, defaultPort?: number): Address | undefined {
  const parts = hostAndPort(authority);
  const port = parts?.port ?? defaultPort;
  return parts && port !== undefined ? { name: parts.name, port } : undefined;
}

/** `host:port`, as in a CONNECT request. */
export function authorityOf(address: Address): string {
  return writtenHost(address);
}

export function isIntercepted(hosts: readonly InterceptedHost[], { name, port }: Address): boolean {
  return hosts.some((host) => host.name === name && (host.port === undefined || host.port === port));
}

const form =
  'must be a host name or an address such as api.example.test or api.example.test:8443, without scheme and path.';
const loopback =
  "clients never ask a proxy for this machine itself. Give the app the sandbox's address by --env NAME={url} instead.";

/** Whether a name or an IP address always means this machine. */
export function isOfThisMachine(name: string): boolean {
  if (isIpAddress(name)) return ['loopback', 'unspecified'].includes(kindOf(name));
  return isLocalhost(name);
}
