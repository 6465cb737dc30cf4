import type { IncomingMessage, Server } from 'node:http';
import type { Context } from 'hono';
import { getPath } from 'hono/utils/url';
import { isIpAddress } from '../protocol/ip-address.ts';

/** The Node server puts the raw request here. In-process requests have none. */
export interface Bindings {
  readonly incoming?: IncomingMessage;
  /** The server that received the request. */
  readonly server?: Server;
  /** The client asked for an https URL, although its connection to the sandbox is not encrypted. */
  readonly isHttps?: boolean;
  /** More names allowed in the `Host` of this request: its client takes us for one of these hosts. */
  readonly interceptedHosts?: readonly string[];
}

export interface AppEnv {
  readonly Bindings: Bindings;
  readonly Variables: Variables;
}

/** What is known about a customer's request, for an error page. */
interface Variables {
  /** The language of the submitted form or of the checkout. */
  readonly lang?: string;
  /** The checkout token from the submitted form. */
  readonly token?: string;
}

/** What a request says about itself. None of it is trusted yet. */
export interface Connection {
  /** The `Host` header as written, possibly empty. For an in-process request, the host of its URL. */
  readonly host: string;
  readonly isHttps: boolean;
  readonly remoteAddress: string;
  /** Path and query as written: `URL` would resolve `%2e%2e` and the like. */
  readonly path: string;
  readonly query: string;
}

export function connectionOf(c: Context<AppEnv>, trustProxy = false): Connection {
  const incoming: IncomingMessage | undefined = c.env?.incoming;
  const forwarded = trustProxy ? forwardedFor(c) : undefined;
  // Do not parse the `Host` header here: `a.1` does not form a valid URL, and the guard must refuse it.
  if (!incoming) return inProcess(new URL(c.req.url), forwarded);
  const [path, query] = split(originForm(incoming.url ?? ''));
  return {
    host: hostOf(incoming),
    isHttps: forwardedHttps(c, trustProxy) ?? c.env.isHttps ?? 'encrypted' in incoming.socket,
    remoteAddress: forwarded ?? incoming.socket.remoteAddress ?? '127.0.0.1',
    path,
    query,
  };
}

function inProcess(url: URL, forwarded: string | undefined): Connection {
  return {
    host: url.host,
    isHttps: url.protocol === 'https:',
    remoteAddress: forwarded ?? '127.0.0.1',
    path: url.pathname,
    query: url.search.slice(1),
  };
}

/** The request headers, straight from Node: a `Headers` object would cost more than all the checks. */
export function headersOf(c: Context<AppEnv>): ReadonlyMap<string, string> | Headers {
  const raw = c.env?.incoming?.rawHeaders;
  if (!raw) return c.req.raw.headers;
  const fields = new Map<string, string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? '';
    const value = raw[at + 1] ?? '';
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

/** Empty when an absolute-form target (RFC 9112, 3.2.2) names another host than the `Host` header. */
function hostOf({ url = '', headers: { host = '' } }: IncomingMessage): string {
  const authority = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
  return authority === undefined || authority === host ? host : '';
}

/** The path that routing uses: as written, so that `/api/%2e%2e/x` stays under `/api/`. */
export function writtenPath(request: Request, options?: { readonly env?: Bindings }): string {
  const target = options?.env?.incoming?.url;
  return target === undefined ? getPath(request) : split(originForm(target))[0];
}

/**
 * A call of the merchant API, also one whose base URL is wrong: it has keys, which browsers never send, and leads to none
 * of our pages.
 */
export function isMerchantCall({ req }: Context<AppEnv>): boolean {
  if (/^\/api(\/|$)/.test(req.path)) return true;
  if (/^\/(_sandbox|checkout|assets)(\/|$)/.test(req.path)) return false;
  return req.header('x-api-key') !== undefined || /^bearer /i.test(req.header('authorization') ?? '');
}

/** Removes scheme and authority, which clients send to something they take for a proxy (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
}

function split(target: string): [path: string, query: string] {
  const at = target.indexOf('?');
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/** Whether the client's connection to a trusted proxy was encrypted. Undefined if the proxy does not say. */
function forwardedHttps(c: Context<AppEnv>, trustProxy: boolean): boolean | undefined {
  const scheme = trustProxy ? c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() : '';
  return scheme === 'https' ? true : scheme === 'http' ? false : undefined;
}

/** The last entry, which our proxy added. Clients can forge earlier ones. Some proxies append a port. */
function forwardedFor(c: Context<AppEnv>): string | undefined {
  const entry = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1');
  return isIpAddress(address) ? address : undefined;
}
