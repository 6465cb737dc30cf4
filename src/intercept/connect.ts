import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isError } from '../host/errors.ts';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { type Address, authorityOf } from './address.ts';
import { proxyCredentials } from './upstream.ts';

/** An address cannot be reached; the message is one sentence for the person. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A host that is not intercepted, and how to reach it. */
export interface Route {
  readonly to: Address;
  /** The proxy that the user already has for it. */
  readonly upstream: URL | undefined;
  /** How long connecting may take, including the answer of the user's proxy to CONNECT. */
  readonly connectMs: number;
}

/** Connecting took longer than the route allows. */
export class ConnectTimedOut extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Connects to the host of a route. Aborting the signal gives up, and later destroys the connection. Throws what `unreachable` puts in words. */
export function connected({ to, upstream }: Route, signal: AbortSignal): Promise<Duplex> {
  return upstream ? throughProxy(to, upstream, signal) : direct(to, signal);
}

/** Destroys a request whose connection is not open in time. How long the answer takes is not limited. */
export function limitConnecting(request: ClientRequest, connectMs: number): void {
  const timer = setTimeout(() => request.destroy(new ConnectTimedOut()), connectMs);
  const stop = () => clearTimeout(timer);
  const opened = request.protocol === 'https:' ? 'secureConnect' : 'connect';
  request.once('socket', (socket) => socket.once(opened, stop));
  request.once('close', stop);
}

/** Asks a proxy as its protocol wants it: HTTP, over TLS or not. Throws `Unreachable` for others, such as SOCKS. */
export function requestTo(upstream: URL, options: RequestOptions): ClientRequest {
  const { protocol, hostname, port } = upstream;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Unreachable(
      `The proxy ${plain(upstream)} is none that speaks HTTP: name another one in HTTPS_PROXY.`,
    );
  const isHttps = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const target = { host, port: Number(port || (isHttps ? 443 : 80)), agent: false, ...options };
  return isHttps ? httpsRequest(target) : httpRequest(target);
}

/** Why a connection failed, in one sentence. */
export function unreachable({ to, upstream }: Route, error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  const code = isError(error) && 'code' in error ? String(error.code) : String(error);
  const way = upstream ? ` through the proxy ${plain(upstream)}` : '';
  const reason = /^(HPE|ERR)_/.test(code) ? 'its answer is no HTTP' : (reasons[code] ?? code);
  return `${authorityOf(to)} cannot be reached${way}: ${reason}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'no name server answers',
  ETIMEDOUT: 'nothing answers in time',
  ENETUNREACH: 'there is no network to it',
  EHOSTUNREACH: 'there is no way to it',
};

function direct({ name, port }: Address, signal: AbortSignal): Promise<Socket> {
  // Each side may end its half alone, as it may without us.
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

/** Without user and password: a message may be logged. */
function plain({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
