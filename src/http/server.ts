import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorCode, isNoAddress } from '../host/errors.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../host/timers.ts';
import { closeAbandoned } from './abandoned.ts';
import { answerBroken } from './broken-requests.ts';
import type { AppEnv, Bindings } from './connection.ts';
import { closing, handleInTurn } from './in-turn.ts';
import { refuse } from './listen-refusal.ts';
import { hintPlainHttp } from './plain-on-tls.ts';
import { afterBody } from './read-rest.ts';
import { noteTcp } from './reset.ts';

/** Answers requests. */
export type Served = Pick<Hono<AppEnv>, 'fetch'>;

export interface ListenOptions {
  /** An address, or undefined for loopback: 127.0.0.1 and, if available, [::1]. */
  readonly host: string | undefined;
  /** 0 picks a free port. */
  readonly port: number;
  readonly tls: Pick<TlsOptions, 'cert' | 'key' | 'SNICallback'> | undefined;
  /** For a process of its own: faster global `Request` and `Response`, and it runs until the server ends. */
  readonly isOwnProcess?: boolean;
}

export interface Listening {
  readonly port: number;
  /** Refuses new connections, closes idle ones, and closes the rest after their answer or `patienceMs`. */
  readonly close: (patienceMs: number) => Promise<void>;
}

/** Limits for every connection. */
export const limits = {
  maxHeaderSize: 16 * 1024,
  // Closes connections of clients that send nothing, or too slowly.
  requestTimeout: 30_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than clients keep pooled connections, which would otherwise see resets.
  keepAliveTimeout: 75_000,
  // Node would keep the first of two `Host` headers. Joined, they never match an allowed host.
  joinDuplicateHeaders: true,
};

/** Serves an app on the address, by default on both loopback addresses. Throws `UserError`. */
export async function listen(app: Served, options: ListenOptions): Promise<Listening> {
  const { host = '127.0.0.1', port, isOwnProcess } = options;
  const first = await listenOn(app, options, host, port).catch((error) => refuse(error, host, port));
  if (options.host !== undefined) return listening([first], isOwnProcess);
  const second = await listenOnSecond(app, options, first);
  return second ? listening([first, second], isOwnProcess) : listen(app, options);
}

/**
 * Listens on [::1] too. Returns `first` on a machine without IPv6, and undefined if `first` got a free port
 * that is taken here.
 */
async function listenOnSecond(
  app: Served,
  options: ListenOptions,
  first: Server,
): Promise<Server | undefined> {
  const port = portOf(first);
  try {
    return await listenOn(app, options, '::1', port);
  } catch (error) {
    if (isNoAddress(error)) return first;
    first.close();
    if (errorCode(error) === 'EADDRINUSE' && options.port === 0) return undefined;
    return refuse(error, '::1', port);
  }
}

/** More than any test needs. Without a limit, connections that are kept open could fill the memory. */
const mostConnections = 4096;

/** Node's own list lacks HTTP/1.0, and refuses a client that offers nothing else in the handshake. */
const ALPNProtocols = ['http/1.1', 'http/1.0'];

/** A server that is not listening yet: it also serves connections that are handed to it. */
export function serverOf(
  { fetch }: Served,
  { tls, isOwnProcess = false }: Pick<ListenOptions, 'tls' | 'isOwnProcess'>,
): Server {
  const listener = getRequestListener(
    (request, env) => {
      // The type allows HTTP/2, which none of our servers speaks.
      const { incoming } = env as Bindings;
      const answer = fetch(request, { ...env, server });
      return incoming && isLong(incoming, soonRefusedBytes) ? afterBody(answer, incoming) : answer;
    },
    { overrideGlobalObjects: isOwnProcess },
  );
  // Loaded on demand, which saves several milliseconds at startup without TLS.
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...limits, ALPNProtocols, ...tls })
    : createHttpServer(limits);
  server.maxConnections = mostConnections;
  handleInTurn(server, tls ? 'secureConnection' : 'connection', listener);
  answerBroken(server);
  if (tls) {
    noteTcp(server);
    closeAbandoned(server);
    hintPlainHttp(server);
  }
  return server.prependListener('request', leaveRestUnread);
}

function listenOn(app: Served, options: ListenOptions, host: string, port: number): Promise<Server> {
  const server = serverOf(app, options);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      // A broken connection concerns only its client.
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

function portOf(server: Server): number {
  // A server that listens on a host and port has such an address.
  return (server.address() as AddressInfo).port;
}

function listening(servers: [Server, ...Server[]], isOwnProcess = false): Listening {
  const port = portOf(servers[0]);
  const all = [...new Set(servers)];
  const sockets = new Set<Socket>();
  // Lets a test run end even if it forgets `stop`.
  if (!isOwnProcess) for (const server of all) server.unref();
  for (const server of all) for (const event of ['connection', 'secureConnection']) server.on(event, keep);
  return { port, close: (patienceMs) => closeAll(all, sockets, patienceMs) };

  function keep(socket: Socket): void {
    sockets.add(socket);
    if (!isOwnProcess) socket.unref();
    socket.once('close', () => sockets.delete(socket));
  }
}

/** The largest body that any route accepts: 1 MiB, in the control API. */
const largestBodyBytes = 1024 * 1024;
const sweepMs = 20;

async function closeAll(
  servers: readonly Server[],
  sockets: ReadonlySet<Socket>,
  patienceMs: number,
): Promise<void> {
  // Otherwise a client could keep its connection open by sending further requests.
  for (const server of servers) {
    server.prependListener('request', sayGoodbye);
    server.emit(closing);
  }
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections();
  };
  closeIdle();
  // Node does not count connections as idle that never sent a byte, such as those that browsers open in
  // advance.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  // Also close connections whose answers, such as streams, end meanwhile.
  const sweep = setInterval(closeIdle, sweepMs);
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
    // Node does not count TLS connections in the middle of their handshake, and waits for them to end.
    for (const socket of sockets) socket.destroy();
  }, patienceMs);
  await Promise.all(closed);
  clearTimeout(timer);
  clearInterval(sweep);
}

/** Closes the connection after the answer when the body is too large for any route or its size is unknown. */
function leaveRestUnread(incoming: IncomingMessage, response: ServerResponse): void {
  if (isLong(incoming, largestBodyBytes)) response.setHeader('Connection', 'close');
}

/** Larger than the smallest limit of any route, so it may be answered before the whole body has arrived. */
const soonRefusedBytes = 64 * 1024;

/** Larger than this many bytes, or of unknown size. */
function isLong({ headers }: IncomingMessage, bytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > bytes || headers['transfer-encoding'] !== undefined;
}

function sayGoodbye(_incoming: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}
