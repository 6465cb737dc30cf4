import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Address, authorityOf } from './address.ts';
import { proxyCredentials } from './upstream.ts';

/** An address cannot be reached; the message is one sentence for the person. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A connection to an address, through the proxy that the user has for it, unless the signal says first that nobody waits. Throws `Unreachable`. */
export function connected(to: Address, upstream: URL | undefined, signal: AbortSignal): Promise<Duplex> {
  return upstream ? throughProxy(to, upstream, signal) : direct(to, signal);
}

/** Asks a proxy as its protocol wants it: HTTP, over TLS or not. Throws `Unreachable` for others, such as SOCKS. */
export function requestTo(upstream: URL, options: RequestOptions): ReturnType<typeof httpRequest> {
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
export function unreachable(to: Address, error: unknown, upstream: URL | undefined): string {
  if (error instanceof Unreachable) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const way = upstream ? ` through the proxy ${plain(upstream)}` : '';
  const reason = /^(HPE|ERR)_/.test(code) ? 'its answer is no HTTP' : (reasons[code] ?? code);
  return `${authorityOf(to)} cannot be reached${way}: ${reason}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'no name server answers',
  ETIMEDOUT: 'nothing answers',
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
    asked.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy();
        return reject(refused(to, upstream, statusCode));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
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
