import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { sameSecret } from '../http/same-secret.ts';
import { limits } from '../http/server.ts';
import { type Address, addressOf, authorityOf } from './address.ts';
import type { Answering } from './answering.ts';
import type { Route } from './connect.ts';
import { forward } from './forward.ts';
import { answerRaw, answerText, type ProxyAnswer } from './proxy-answer.ts';
import { established, tunnel } from './tunnel.ts';
import type { Upstream } from './upstream.ts';

/** What happens to the hosts that are not intercepted. */
export type OtherHosts = 'tunnel' | 'refuse';

export interface ProxyOptions {
  /** `user:password` that clients must send; without, all who can connect are served. */
  readonly credentials: string | undefined;
  readonly isIntercepted: (to: Address) => boolean;
  readonly answering: Answering;
  readonly otherHosts: OtherHosts;
  readonly upstream: Upstream;
  /** How long connecting to another host may take. */
  readonly connectMs: number;
  /** Told of every other host that was refused. */
  readonly noteRefused: (authority: string) => void;
}

export interface RunningProxy {
  readonly port: number;
  /** Closes everything at once. */
  readonly close: () => Promise<void>;
}

/** An HTTP proxy on the loopback, on a free port. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  // How long a request to another host takes is that host's matter.
  const server = createServer({ ...limits, requestTimeout: 0 });
  server.on('request', (incoming, response) => serve(incoming, response, options));
  server.on('connect', (incoming, socket, head) => serveConnect(incoming, socket, head, options));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A connection that breaks is its client's matter.
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => closed(server, sockets) };
}

/** A plain request that came whole, as a browser page cannot send one: all that a page can do is ask for a path of the proxy itself. */
function serve(incoming: IncomingMessage, response: ServerResponse, options: ProxyOptions): void {
  const [, authority = ''] = /^http:\/\/([^/?#]*)/i.exec(incoming.url ?? '') ?? [];
  const to = addressOf(authority, 80);
  const verdict = verdictOn(incoming, to, options);
  if ('message' in verdict) answerText(response, verdict);
  else if (verdict.isIntercepted) options.answering.request(incoming, response);
  else forward(incoming, response, routeTo(verdict.to, 'http', options));
}

function serveConnect(incoming: IncomingMessage, client: Duplex, head: Buffer, options: ProxyOptions): void {
  const verdict = verdictOn(incoming, addressOf(incoming.url ?? ''), options);
  if ('message' in verdict) answerRaw(client, verdict);
  else if (verdict.isIntercepted) {
    client.write(established);
    options.answering.connection(client, head);
  } else {
    const scheme = verdict.to.port === 80 ? 'http' : 'https';
    void tunnel(client, head, routeTo(verdict.to, scheme, options));
  }
}

function routeTo(to: Address, scheme: 'http' | 'https', { upstream, connectMs }: ProxyOptions): Route {
  return { to, upstream: upstream(to, scheme), connectMs };
}

function verdictOn(
  { headers }: IncomingMessage,
  to: Address | undefined,
  options: ProxyOptions,
): ProxyAnswer | { readonly to: Address; readonly isIntercepted: boolean } {
  const { credentials, otherHosts, noteRefused } = options;
  if (!to) return notForYou;
  if (credentials !== undefined && !sameSecret(givenCredentials(headers), credentials)) return needsPassword;
  const isIntercepted = options.isIntercepted(to);
  if (isIntercepted || otherHosts === 'tunnel') return { to, isIntercepted };
  const authority = authorityOf(to);
  noteRefused(authority);
  const message = `${authority} is not intercepted, and --other-hosts refuse lets nothing else through.`;
  return { status: 403, message };
}

const notForYou: ProxyAnswer = {
  status: 400,
  message:
    'This is the proxy of `gateway-sandbox exec --intercept`: it serves the command that it was started for.',
};
const needsPassword: ProxyAnswer = {
  status: 407,
  message: 'This proxy needs the user and the password that stand in HTTPS_PROXY.',
  headers: { 'Proxy-Authenticate': 'Basic realm="gateway-sandbox"' },
};

function givenCredentials(headers: IncomingMessage['headers']): string {
  const [, given = ''] = /^basic +(\S+)$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
  return Buffer.from(given, 'base64').toString();
}

function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  return done;
}
