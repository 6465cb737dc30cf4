import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { isError } from '../host/errors.ts';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { type Address, authorityOf } from './address.ts';
import { proxyCredentials } from './upstream.ts';

/** An address cannot be reached. The message is a sentence for the user. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A host that is not intercepted, and how to reach it. */
export interface Route {
  readonly to: Address;
  /** The user's own proxy for this host, if any. */
  readonly upstream: URL | undefined;
  /** How long connecting may take in milliseconds, including the user's proxy's answer to CONNECT. */
  readonly connectMs: number;
}

/** Connecting took longer than the route allows. */
export class ConnectTimedOut extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Connects to the host of a route. Aborting the signal cancels the attempt, or later destroys the connection.
 * Throws errors that `unreachable` can explain.
 */
export function connected({ to, upstream }: Route, signal: AbortSignal): Promise<Duplex> {
  return upstream ? throughProxy(to, upstream, signal) : direct(to, signal);
}

/** Destroys a request that is not connected in time. The time to answer is unlimited. */
export function limitConnecting(request: ClientRequest, connectMs: number): void {
  const timer = setTimeout(() => request.destroy(new ConnectTimedOut()), connectMs);
  const stop = () => clearTimeout(timer);
  const opened = request.protocol === 'https:' ? 'secureConnect' : 'connect';
  request.once('socket', (socket) => socket.once(opened, stop));
  request.once('close', stop);
}

/** A request to an HTTP or HTTPS proxy. Throws `Unreachable` for other protocols, such as SOCKS. */
export function requestTo(upstream: URL, options: RequestOptions): ClientRequest {
  const { protocol, hostname, port } = upstream;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Unreachable(
      `The proxy ${plain(upstream)} does not speak HTTP. Name an HTTP proxy in HTTPS_PROXY.`,
    );
  const isHttps = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const target = { host, port: Number(port || (isHttps ? 443 : 80)), agent: false, ...options };
  return isHttps ? httpsRequest(target) : httpRequest(target);
}

/** A request over TLS, for a client that leaves TLS to its proxy. Certificates are checked as usual. */
export function requestOverTls(route: Route, options: RequestOptions): ClientRequest {
  const { name } = route.to;
  return httpRequest({
    ...options,
    createConnection: (_options, callback) => {
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(new ConnectTimedOut()), route.connectMs);
      const settle = (error: Error | null, socket?: Duplex) => {
        clearTimeout(timer);
        // Node's types require a socket along with an error, but Node does not use it.
        callback(error, socket as Duplex);
      };
      connected(route, waiting.signal)
        .then((socket) => secured(socket, name, waiting.signal))
        .then((socket) => settle(null, socket))
        .catch((error) => settle(waiting.signal.aborted ? waiting.signal.reason : error));
      return undefined;
    },
  });
}

function secured(socket: Duplex, name: string, signal: AbortSignal): Promise<Duplex> {
  const servername = isIP(name) === 0 ? { servername: name } : {};
  const secure = connectTls({ socket, host: name, ...servername, ALPNProtocols: ['http/1.1'] });
  return new Promise((resolve, reject) => {
    const giveUp = () => secure.destroy(signal.reason);
    signal.addEventListener('abort', giveUp);
    // Keep both listeners: aborting also destroys the connection under TLS, and either may fail again.
    for (const each of [secure, socket]) each.on('error', reject);
    secure.once('secureConnect', () => {
      signal.removeEventListener('abort', giveUp);
      resolve(secure);
    });
  });
}

/** Why a connection failed, in one sentence. */
export function unreachable({ to, upstream }: Route, error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  const code = isError(error) && 'code' in error ? String(error.code) : String(error);
  const way = upstream ? ` through the proxy ${plain(upstream)}` : '';
  return `${authorityOf(to)} cannot be reached${way}: ${reasonOf(code)}.`;
}

function reasonOf(code: string): string {
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/CERT|SIGNATURE|_CA$/.test(code)) return `its certificate is not trusted (${code})`;
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return `its answer is not TLS (${code})`;
  return /^(HPE|ERR)_/.test(code) ? 'its answer is not HTTP' : code;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'no name server responds',
  ETIMEDOUT: 'it did not respond in time',
  ENETUNREACH: 'the network is unreachable',
  EHOSTUNREACH: 'the host is unreachable',
  ERR_SSL_WRONG_VERSION_NUMBER: 'its answer is not TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'its answer is not TLS',
};

function direct({ name, port }: Address, signal: AbortSignal): Promise<Socket> {
  // Either side may end its half first, as without a proxy.
  const socket = connect({ host: name, port, allowHalfOpen: true, signal });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function throughProxy(to: Address, upstream: URL, signal: AbortSignal): Promise<Duplex> {
  const path = authorityOf(to);
  const headers = { Host: path, ...proxyCredentials(upstream) };
  return new Promise((resolve, reject) => {
    const asked = requestTo(upstream, { method: 'CONNECT', path, headers, signal });
    asked.on('error', reject);
    asked.once('response', ({ statusCode }) => {
      asked.destroy();
      reject(refused(to, upstream, statusCode));
    });
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      // Any 2xx opens the tunnel (RFC 9110, 9.3.6).
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return reject(refused(to, upstream, statusCode));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.once('close', () => reject(new Unreachable(`The proxy ${plain(upstream)} closed the connection.`)));
    asked.end();
  });
}

function refused(to: Address, upstream: URL, status: number | undefined): Unreachable {
  return new Unreachable(`The proxy ${plain(upstream)} refused ${authorityOf(to)}: it answered ${status}.`);
}

/** Without user and password, because messages may be logged. */
function plain({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
