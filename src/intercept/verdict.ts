import type { IncomingMessage } from 'node:http';
import { printable } from '../host/printable.ts';
import { sameSecret } from '../http/same-secret.ts';
import { type Address, authorityOf, isOfThisMachine } from './address.ts';
import { clientNamed } from './client-name.ts';
import type { ProxyAnswer } from './proxy-answer.ts';
import type { Unserved } from './unserved.ts';

/** How to treat hosts that are not intercepted. */
export type OtherHosts = 'tunnel' | 'refuse';

export interface VerdictOptions {
  /** `user:password` that clients must send. Undefined: serve every client that can connect. */
  readonly credentials: string | undefined;
  readonly isIntercepted: (to: Address) => boolean;
  readonly otherHosts: OtherHosts;
  /** The sandbox's own port, which is always reached directly. */
  readonly sandboxPort: number;
  /** The ports of this proxy and its twin. */
  readonly ownPorts: ReadonlySet<number>;
  /** Receives every other host that was refused. */
  readonly noteRefused: (authority: string) => void;
  readonly unserved: Unserved;
}

export interface Served {
  readonly to: Address;
  readonly way: 'intercepted' | 'sandbox' | 'other host';
}

/** The answer to a request without an address. */
export function withoutAddress(incoming: IncomingMessage, { unserved }: VerdictOptions): ProxyAnswer {
  unserved.note(`${clientNamed(incoming.headers)} asked the proxy for ${wordsFor(incoming)}`);
  return notForYou;
}

/** Decides what the proxy does with a request for an address. */
export function verdictOn(
  incoming: IncomingMessage,
  to: Address,
  options: VerdictOptions,
): ProxyAnswer | Served {
  const { unserved, otherHosts, noteRefused } = options;
  const client = clientNamed(incoming.headers);
  const authority = authorityOf(to);
  if (!isKnown(incoming, options)) {
    unserved.note(
      `${client} asked the proxy for ${authority} without the user and password of HTTPS_PROXY`,
      authority,
    );
    return needsPassword;
  }
  unserved.served(authority);
  const isHere = isOfThisMachine(to.name);
  if (isHere && options.ownPorts.has(to.port)) {
    unserved.note(`${client} asked the proxy for the proxy itself`);
    return itself;
  }
  if (options.isIntercepted(to)) return { to, way: 'intercepted' };
  if (isHere && to.port === options.sandboxPort) return { to, way: 'sandbox' };
  if (otherHosts === 'tunnel') return { to, way: 'other host' };
  noteRefused(authority);
  return refused(authority);
}

function isKnown({ headers }: IncomingMessage, { credentials }: VerdictOptions): boolean {
  if (credentials === undefined) return true;
  const [, given = ''] = /^basic +(\S+)$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
  return sameSecret(Buffer.from(given, 'base64').toString(), credentials);
}

const mostCharacters = 80;

/** Without the query, the user and the password, which may be secrets. */
function wordsFor({ method, url = '' }: IncomingMessage): string {
  const shown = printable(url.replace(/[?#].*$/s, '').replace(/^.*@/s, '')).slice(0, mostCharacters);
  if (method === 'CONNECT') return `a tunnel to ${JSON.stringify(shown)}, which is not host:port`;
  if (url.startsWith('/')) return `the path ${shown}, as if the proxy were the server`;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? [];
  return scheme ? `a URL that begins with ${scheme}: and cannot be read` : 'something that is not a URL';
}

const notForYou: ProxyAnswer = {
  status: 400,
  message:
    'This is the proxy of `gateway-sandbox exec --intercept`. It serves only requests that go through it: CONNECT host:port, or a whole http:// or https:// URL.',
};
const needsPassword: ProxyAnswer = {
  status: 407,
  message: 'This proxy needs the user and password in HTTPS_PROXY.',
  headers: { 'Proxy-Authenticate': 'Basic realm="gateway-sandbox"' },
};
const itself: ProxyAnswer = {
  status: 508,
  message: 'This is the proxy itself. Ask it for another host.',
};

function refused(authority: string): ProxyAnswer {
  const message = `${authority} is not intercepted, and --other-hosts refuse blocks every other host.`;
  return { status: 403, message };
}
