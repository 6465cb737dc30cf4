import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Address } from './address.ts';
import { requestTo, unreachable } from './connect.ts';
import { answerText } from './proxy-answer.ts';
import { proxyCredentials } from './upstream.ts';

/** Sends on a plain HTTP request that a client gave to the proxy whole (RFC 9112, 3.2.2). What cannot be reached is answered 502. */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  to: Address,
  upstream: URL | undefined,
): void {
  const failed = (error: unknown) => {
    if (response.headersSent) return void response.destroy();
    answerText(response, { status: 502, message: unreachable(to, error, upstream) });
  };
  try {
    const outgoing = sentOn(incoming, to, upstream);
    outgoing.on('error', failed);
    outgoing.on('response', (answer) => {
      try {
        handOn(answer, response);
      } catch (error) {
        failed(error);
      }
    });
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      failed('it changes the protocol unasked');
    });
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  } catch (error) {
    failed(error);
  }
}

/** Throws where the parser let a status or a text through that cannot be written. */
function handOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on('error', () => response.destroy());
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders));
  answer.pipe(response);
}

/** Header fields, name and value by turns, without those that are for the proxy alone (RFC 9110, 7.6.1). */
export function endToEnd(rawHeaders: readonly string[]): string[] {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
  );
  const listed = pairs
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.split(','));
  const forUs = new Set([...hopByHop, ...listed.map((name) => name.trim().toLowerCase())]);
  return pairs.filter(([name]) => !forUs.has(name.toLowerCase())).flat();
}

// Node reads and writes `Transfer-Encoding` itself, on both sides.
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

function sentOn(incoming: IncomingMessage, to: Address, upstream: URL | undefined): ClientRequest {
  const { method, url = '' } = incoming;
  const headers = endToEnd(incoming.rawHeaders);
  if (upstream) {
    const own = Object.entries(proxyCredentials(upstream)).flat();
    return requestTo(upstream, { method, path: url, headers: [...headers, ...own] });
  }
  const path = url.replace(/^https?:\/\/[^/?]*/i, '');
  const options = { method, host: to.name, port: to.port, agent: false, headers } as const;
  return httpRequest({ ...options, path: path.startsWith('/') ? path : `/${path}` });
}
