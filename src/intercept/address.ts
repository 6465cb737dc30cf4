import { UserError } from '../host/user-error.ts';
import { isIpAddress, isLocalhost, kindOf } from '../protocol/ip-address.ts';
import { subjectNames } from '../tls/subject-names.ts';

/** Where a client wants to go. */
export interface Address {
  /** A host name in lower case and ASCII, without a last dot, or an IP address without brackets. */
  readonly name: string;
  readonly port: number;
}

/** What `--intercept` names: a host at one port or, without one, at all of them. */
export interface InterceptedHost {
  readonly name: string;
  readonly port: number | undefined;
}

/** What was given to `--intercept` cannot be intercepted; the message says what can. */
export class InterceptError extends UserError {
  override readonly name = 'InterceptError';
}

/** Reads `api.example.test`, `api.example.test:8443`, `192.0.2.1` or `[2001:db8::1]:8443`. Throws `InterceptError`, `TlsError`. */
export function interceptedHost(text: string): InterceptedHost {
  const parts = split(text);
  if (!parts || parts.name.includes('*'))
    throw new InterceptError(`--intercept ${JSON.stringify(text)} ${form}`);
  if (isOfThisMachine(parts.name)) throw new InterceptError(`--intercept ${text}: ${loopback}`);
  // Throws where no certificate can be for it.
  subjectNames([parts.name]);
  return parts;
}

/** The address of a CONNECT's target, `host:port`, or of a URL's host; undefined where it is none. */
export function addressOf(authority: string, defaultPort?: number): Address | undefined {
  const parts = split(authority);
  const port = parts?.port ?? defaultPort;
  return parts && port !== undefined ? { name: parts.name, port } : undefined;
}

/** `host:port`, as a CONNECT has it. */
export function authorityOf({ name, port }: Address): string {
  return `${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function isIntercepted(hosts: readonly InterceptedHost[], { name, port }: Address): boolean {
  return hosts.some((host) => host.name === name && (host.port === undefined || host.port === port));
}

const form =
  'must be a host name or an address such as api.example.test or api.example.test:8443, without scheme and path.';
const loopback =
  "clients never ask a proxy for this machine itself. Give the app the sandbox's address by --env NAME={url} instead.";

function split(authority: string): InterceptedHost | undefined {
  const [, host = '', port] =
    /^(\[[0-9a-f:.]+\]|[^\s\p{C}/\\:@?#[\]]+)(?::(\d{1,5}))?$/iu.exec(authority) ?? [];
  const url = host === '' ? null : URL.parse(`http://${host}`);
  const name = url?.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  if (name === '' || port === '0' || Number(port ?? 0) > 65_535) return undefined;
  return { name, port: port === undefined ? undefined : Number(port) };
}

/** Whether a name or an IP address is always this machine's own. */
export function isOfThisMachine(name: string): boolean {
  if (isIpAddress(name)) return ['loopback', 'unspecified'].includes(kindOf(name));
  return isLocalhost(name);
}
