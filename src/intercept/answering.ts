import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Hono } from 'hono';
import { printable } from '../host/printable.ts';
import { type AppEnv, type Bindings, writtenPath } from '../http/connection.ts';
import { tcpUnder } from '../http/plain-on-tls.ts';
import { limits, serverOf } from '../http/server.ts';
import { writtenHost } from '../protocol/host-and-port.ts';
import type { InterceptedHost } from './address.ts';
import { limitBody } from './body-limit.ts';
import { clientNamed } from './client-name.ts';
import { endToEnd } from './forward.ts';
import { http2Code, wordsForBroken } from './handshake-words.ts';
import { isHttp2, refuseHttp2 } from './http2-refusal.ts';
import type { Target } from './target.ts';
import type { Unserved } from './unserved.ts';
import { type Visitor, type Visits, visits } from './visits.ts';

/** Serves the intercepted hosts. */
export interface Answering {
  /** Serves a client's connection to an intercepted host. Its first byte tells whether it is TLS. */
  readonly connection: (socket: Duplex, head: Buffer, visitor: Visitor) => void;
  /** Serves a request that a client sent to the proxy in absolute form. */
  readonly request: (incoming: IncomingMessage, response: ServerResponse, target: Target) => void;
  /** Notes why the bytes on a connection are not HTTP. Other errors concern only the client. */
  readonly broken: (socket: Duplex, error: NodeJS.ErrnoException) => void;
  /** How many requests arrived. */
  readonly requests: () => number;
  readonly visits: Pick<Visits, 'settled' | 'sentences'>;
}

export interface AnsweringOptions {
  readonly app: Pick<Hono<AppEnv>, 'fetch'>;
  readonly hosts: readonly InterceptedHost[];
  /** The URL of the tester's pages and the control API. */
  readonly sandboxUrl: string;
  readonly cert: string;
  readonly key: string;
  readonly unserved: Unserved;
  /** How long a client may take to send a body, in milliseconds. */
  readonly bodyMs?: number;
}

const tlsHandshake = 0x16;

export function answering(options: AnsweringOptions): Answering {
  const { unserved, hosts } = options;
  // A client may end a name with the dot of the root.
  const interceptedHosts = hosts
    .map(({ name }) => writtenHost({ name }))
    .flatMap((name) => [name, `${name}.`]);
  let requests = 0;
  const watched = visits();
  const overHttps = new WeakSet<IncomingMessage>();
  const broken: Answering['broken'] = (socket, error) => {
    const { client, host } = watched.visitor(socket) ?? { client: 'A client', host: 'the proxy' };
    const what = wordsForBroken(error, host);
    if (what === undefined) return;
    unserved.note(`${client} ${what}`);
    watched.asked(socket);
  };
  const fetch = (request: Request, env: Bindings = {}) => {
    requests += 1;
    const isHttps = env.incoming !== undefined && overHttps.has(env.incoming);
    return answered(request, { ...env, interceptedHosts, ...(isHttps && { isHttps }) }, options);
  };
  const servers = serversOf(fetch, { ...options, watched, broken });
  return {
    connection: (socket, head, visitor) => {
      void watched.opened(socket, visitor);
      if (head.length > 0) socket.unshift(head);
      handOver(socket, { ...servers, watched, broken, host: visitor.host });
    },
    request: (incoming, response, target) => {
      readdress(incoming, target);
      if (target.scheme === 'https') overHttps.add(incoming);
      servers.plain.emit('request', incoming, response);
    },
    broken,
    requests: () => requests,
    visits: watched,
  };
}

function answered(
  request: Request,
  env: Bindings,
  { app, sandboxUrl, unserved }: AnsweringOptions,
): Response | Promise<Response> {
  const path = writtenPath(request, { env });
  if (isPublic(path)) return app.fetch(request, env);
  unserved.note(`${askedFor(env.incoming, path)}, ${notThere}`);
  return elsewhere(sandboxUrl);
}

interface Servers {
  readonly plain: Server;
  readonly secure: Server;
}

interface Watching extends Pick<Answering, 'broken'> {
  readonly watched: Visits;
}

type ServersOptions = Watching & Pick<AnsweringOptions, 'cert' | 'key' | 'unserved' | 'bodyMs'>;

/** These servers never listen: the proxy passes connections and requests to them. */
function serversOf(
  fetch: (request: Request, env?: Bindings) => Response | Promise<Response>,
  { cert, key, unserved, watched, broken, bodyMs = limits.requestTimeout }: ServersOptions,
): Servers {
  const plain = serverOf({ fetch }, { tls: undefined });
  const secure = serverOf({ fetch }, { tls: { cert, key } });
  secure.on('tlsClientError', (error, socket) => watched.failed(tcpUnder(socket) ?? socket, error));
  secure.on('secureConnection', (socket: TLSSocket) => {
    watched.secured(socket);
    socket.on('error', (error) => broken(socket, error));
  });
  for (const server of [plain, secure])
    server.prependListener('request', (incoming: IncomingMessage, response: ServerResponse) => {
      const visitor = watched.visitor(incoming.socket) ?? visitorOf(incoming);
      watched.asked(incoming.socket, visitor);
      const note = (what: string) => unserved.note(`${visitor.client} ${what}`);
      limitBody(incoming, response, { bodyMs, host: visitor.host, note });
    });
  return { plain, secure };
}

/** Passes a connection to the HTTP or the HTTPS server, depending on its first byte. */
function handOver(socket: Duplex, options: Servers & Watching & Pick<Visitor, 'host'>): void {
  const { plain, secure, watched, broken, host } = options;
  // A client may leave before it sends anything.
  const leave = () => socket.end();
  socket.once('end', leave);
  socket.once('data', (first: Buffer) => {
    socket.off('end', leave);
    const isTls = first[0] === tlsHandshake;
    watched.began(socket, isTls ? 'in the handshake' : 'in a request');
    if (isHttp2(first)) {
      broken(socket, Object.assign(new Error(), { code: http2Code }));
      return void refuseHttp2(socket, host);
    }
    socket.pause();
    socket.unshift(first);
    // TLS takes over this setting of the proxy's connections, and would stay open when a client leaves in the handshake.
    if (isTls) socket.allowHalfOpen = false;
    (isTls ? secure : plain).emit('connection', socket);
    process.nextTick(() => socket.resume());
  });
}

function visitorOf({ headers }: IncomingMessage): Visitor {
  return { client: clientNamed(headers), host: headers.host ?? '' };
}

/** Paths that the live service has too. Inbox, dashboard and control API stay at the sandbox's address. */
function isPublic(path: string): boolean {
  return /^\/(api|checkout|assets)(\/|$)/.test(path);
}

const notThere = 'and under an intercepted host the sandbox serves only /api, /checkout and /assets';

function elsewhere(sandboxUrl: string): Response {
  const message = `An intercepted host has only what the live service has. The sandbox's own pages and its control API are at ${sandboxUrl}/_sandbox/.`;
  return Response.json({ error: { code: 'NOT_FOUND', message } }, { status: 404 });
}

const mostPathCharacters = 80;

function askedFor(incoming: IncomingMessage | undefined, path: string): string {
  const { client, host } = incoming ? visitorOf(incoming) : { client: 'A client', host: '' };
  return `${client} asked ${host} for ${incoming?.method} ${printable(path).slice(0, mostPathCharacters)}`;
}

/**
 * Turns it into the request that a client without a proxy would have sent. The target overrides the `Host`
 * header (RFC 9112, 3.2.2), and the proxy password must not get into the request log.
 */
function readdress(incoming: IncomingMessage, { authority, path }: Target): void {
  const kept = endToEnd(incoming.rawHeaders, ['host']);
  incoming.rawHeaders.splice(0, Infinity, 'Host', authority, ...kept);
  incoming.headers.host = authority;
  delete incoming.headers['proxy-authorization'];
  incoming.url = path;
}
