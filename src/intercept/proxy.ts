import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerBroken } from '../http/broken-requests.ts';
import { limits } from '../http/server.ts';
import { type Address, addressOf, authorityOf } from './address.ts';
import type { Answering } from './answering.ts';
import { clientNamed } from './client-name.ts';
import type { Route } from './connect.ts';
import { forward } from './forward.ts';
import { answerRaw, answerText } from './proxy-answer.ts';
import { type Scheme, targetOf } from './target.ts';
import { established, tunnel } from './tunnel.ts';
import type { Upstream } from './upstream.ts';
import { type Served, type VerdictOptions, verdictOn, withoutAddress } from './verdict.ts';

export interface ProxyOptions extends VerdictOptions {
  readonly answering: Pick<Answering, 'connection' | 'request' | 'broken'>;
  readonly upstream: Upstream;
  /** How long connecting to another host may take, in milliseconds. */
  readonly connectMs: number;
  /** Receives every other host to which a request was forwarded. */
  readonly notePassed: (to: Address) => void;
}

export interface RunningProxy {
  readonly port: number;
  /** Closes all connections at once. */
  readonly close: () => Promise<void>;
}

/** Starts an HTTP proxy on a free loopback port. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  // The other host decides how long its requests may take.
  const server = createServer({ ...limits, requestTimeout: 0 });
  answerBroken(server);
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (incoming, response) => {
    answers.set(incoming.socket, response);
    serve(incoming, response, options);
  });
  server.on('connect', (incoming, socket, head) => {
    const next = () => {
      if (!socket.destroyed) serveConnect(incoming, socket, head, options);
    };
    // Node emits a pipelined CONNECT while earlier answers are still under way.
    const before = answers.get(socket);
    if (before && !before.closed) before.once('close', next);
    else next();
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', (error) => options.answering.broken(socket, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => closed(server, sockets) };
}

/** Serves a request in absolute form. Browser pages cannot send one: they only reach the proxy's paths. */
function serve(incoming: IncomingMessage, response: ServerResponse, options: ProxyOptions): void {
  const target = targetOf(incoming.url ?? '');
  if (!target) return void answerText(response, withoutAddress(incoming, options));
  const verdict = verdictOn(incoming, target.to, options);
  if ('message' in verdict) return void answerText(response, verdict);
  if (verdict.way === 'intercepted') return void options.answering.request(incoming, response, target);
  const noteFailed = noteFor(incoming, options);
  forward(incoming, response, { target, route: routeTo(verdict, target.scheme, options), noteFailed });
}

function serveConnect(incoming: IncomingMessage, client: Duplex, head: Buffer, options: ProxyOptions): void {
  const to = addressOf(incoming.url ?? '');
  if (!to) return void answerRaw(client, withoutAddress(incoming, options));
  const verdict = verdictOn(incoming, to, options);
  if ('message' in verdict) return void answerRaw(client, verdict);
  if (verdict.way === 'intercepted') {
    const host = authorityOf(verdict.to).replace(/:443$/, '');
    client.write(established);
    options.answering.connection(client, head, { client: clientNamed(incoming.headers), host });
    return;
  }
  const scheme = verdict.to.port === 80 ? 'http' : 'https';
  void tunnel(client, head, {
    route: routeTo(verdict, scheme, options),
    noteFailed: noteFor(incoming, options),
  });
}

function routeTo(
  { to, way }: Served,
  scheme: Scheme,
  { upstream, connectMs, notePassed }: ProxyOptions,
): Route {
  if (way === 'sandbox') return { to, upstream: undefined, connectMs };
  notePassed(to);
  return { to, upstream: upstream(to, scheme), connectMs };
}

function noteFor({ headers }: IncomingMessage, { unserved }: ProxyOptions): (message: string) => void {
  const client = clientNamed(headers);
  return (message) => {
    const why = message.replace(/^The /, 'the ').replace(/\.$/, '');
    unserved.note(`${client} asked for another host, but ${why}`);
  };
}

function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  return done;
}
