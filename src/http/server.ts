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
import { errorCode, isError, tooManyFiles } from '../host/errors.ts';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../host/timers.ts';
import { UserError } from '../host/user-error.ts';
import type { AppEnv, Bindings } from './connection.ts';
import { hintPlainHttp } from './plain-on-tls.ts';
import { afterBody } from './read-rest.ts';
import { noteTcp } from './reset.ts';

export interface ListenOptions {
  /** An address, or undefined for loopback: 127.0.0.1 and, where there is one, [::1]. */
  readonly host: string | undefined;
  /** 0 for a free one. */
  readonly port: number;
  readonly tls: Pick<TlsOptions, 'cert' | 'key' | 'SNICallback'> | undefined;
  /** True in a process that runs nothing but us: it gets faster `Request` and `Response` classes, and runs until the server is closed. */
  readonly isOwnProcess?: boolean;
}

export interface Listening {
  readonly port: number;
  /** Takes no new connections, closes those on which nothing is under way, and the rest after their answer or `patienceMs`. */
  readonly close: (patienceMs: number) => Promise<void>;
}

/** What holds for every connection that we answer. */
export const limits = {
  maxHeaderSize: 16 * 1024,
  // A client that sends nothing or drips is closed after this.
  requestTimeout: 30_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than clients keep pooled connections, or they would see resets.
  keepAliveTimeout: 75_000,
  // Of two `Host` headers Node would keep the first: joined, they are no host that is allowed.
  joinDuplicateHeaders: true,
};

/** Serves an app on the address, on both loopbacks by default. Throws `UserError`. */
export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<Listening> {
  const { host, port: wanted, isOwnProcess } = options;
  if (host !== undefined) return listening([await listenOn(app, options, host, wanted)], isOwnProcess);
  const first = await listenOn(app, options, '127.0.0.1', wanted);
  const port = portOf(first);
  const second = await listenOnSecond(app, options, port, first);
  if (second) return listening([first, second], isOwnProcess);
  // The free port was taken on the other loopback: another one.
  if (wanted === 0) return listen(app, options);
  throw new UserError(inUse(`[::1]:${port}`));
}

/** The IPv6 loopback with the same port: undefined when the port is taken there. A machine without IPv6 does with one. */
async function listenOnSecond(
  app: Hono<AppEnv>,
  options: ListenOptions,
  port: number,
  first: Server,
): Promise<Server | undefined> {
  try {
    return await listenOn(app, options, '::1', port);
  } catch (error) {
    const code = errorCode(isError(error) ? error.cause : undefined);
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) return first;
    first.close();
    if (code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** A server that answers connections that it is given, or those of an address once it listens. */
export function serverOf(
  { fetch }: Pick<Hono<AppEnv>, 'fetch'>,
  { tls, isOwnProcess = false }: Pick<ListenOptions, 'tls' | 'isOwnProcess'>,
): Server {
  const listener = getRequestListener(
    (request, env) => {
      // Its type allows for HTTP/2, which none of our servers speaks.
      const { incoming } = env as Bindings;
      const answer = fetch(request, { ...env, server });
      return incoming && isLong(incoming, soonRefusedBytes) ? afterBody(answer, incoming) : answer;
    },
    { overrideGlobalObjects: isOwnProcess },
  );
  // Loaded where it is used: it costs a start without it several milliseconds.
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...limits, ...tls }, listener)
    : createHttpServer(limits, listener);
  if (tls) {
    noteTcp(server);
    hintPlainHttp(server);
  }
  return server.prependListener('request', leaveRestUnread);
}

function listenOn(app: Hono<AppEnv>, options: ListenOptions, host: string, port: number): Promise<Server> {
  const server = serverOf(app, options);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new UserError(sentence(error, host, port), { cause: error })));
    server.listen({ host, port }, () => {
      // A connection that breaks is its client's matter.
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
  // A test run that forgets `stop` still ends.
  if (!isOwnProcess) for (const server of all) server.unref();
  for (const server of all) for (const event of ['connection', 'secureConnection']) server.on(event, keep);
  return { port, close: (patienceMs) => closeAll(all, sockets, patienceMs) };

  function keep(socket: Socket): void {
    sockets.add(socket);
    if (!isOwnProcess) socket.unref();
    socket.once('close', () => sockets.delete(socket));
  }
}

/** The largest that a route takes: a body of the control API. */
const largestBodyBytes = 1024 * 1024;
const sweepMs = 20;

async function closeAll(
  servers: readonly Server[],
  sockets: ReadonlySet<Socket>,
  patienceMs: number,
): Promise<void> {
  // Whoever asks again on a kept connection would else do so for ever.
  for (const server of servers) server.prependListener('request', sayGoodbye);
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  const closeIdle = () => {
    for (const server of servers) server.closeIdleConnections();
  };
  closeIdle();
  // To Node a connection on which nothing was ever sent, as browsers open them in advance, is not idle.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  // A connection whose answer ends meanwhile, such as a stream's, is idle from then on.
  const sweep = setInterval(closeIdle, sweepMs);
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, patienceMs);
  await Promise.all(closed);
  clearTimeout(timer);
  clearInterval(sweep);
}

/** A body that no route takes whole, or of which nobody knows the size: with the answer the connection ends, and the rest is not used. */
function leaveRestUnread(incoming: IncomingMessage, response: ServerResponse): void {
  if (isLong(incoming, largestBodyBytes)) response.setHeader('Connection', 'close');
}

/** More than the least that a route takes: it may be answered before all of it has come. */
const soonRefusedBytes = 64 * 1024;

/** Larger than so many bytes, or of a size that nobody knows. */
function isLong({ headers }: IncomingMessage, bytes: number): boolean {
  return Number(headers['content-length'] ?? 0) > bytes || headers['transfer-encoding'] !== undefined;
}

function sayGoodbye(_incoming: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

function sentence(error: Error, host: string, port: number): string {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return inUse(address);
  if (code === 'EACCES')
    return `Port ${port} needs more rights on this machine. Choose one above 1023 with --port N.`;
  if (code === 'EADDRNOTAVAIL')
    return `${host} is not an address of this machine. Name another one with --host ADDR.`;
  if (code === 'ENOTFOUND') return `The name ${host} is not known. Name an address with --host ADDR.`;
  return `Cannot listen on ${address}: ${tooManyFiles(error) ?? error.message}`;
}

function inUse(address: string): string {
  return `${address} is in use by another process. Choose another port with --port N, or a free one with --port 0.`;
}
