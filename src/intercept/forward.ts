import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { limitConnecting, type Route, requestTo, unreachable } from './connect.ts';
import { answerText } from './proxy-answer.ts';
import { proxyCredentials } from './upstream.ts';

/** Sends on a plain HTTP request that a client gave to the proxy whole (RFC 9112, 3.2.2). What cannot be reached is answered 502. */
export function forward(incoming: IncomingMessage, response: ServerResponse, route: Route): void {
  const failed = (error: unknown) => {
    if (response.writableEnded) return;
    if (response.headersSent) return void response.destroy();
    answerText(response, { status: 502, message: unreachable(route, error) });
  };
  try {
    const outgoing = sentOn(incoming, route);
    limitConnecting(outgoing, route.connectMs);
    passAnswer(outgoing, response, failed);
    response.on('close', () => {
      outgoing.destroy();
      // A host may answer before it has read the body: the rest is dropped, and the connection is free for the next request.
      incoming.unpipe().resume();
    });
    // The host may answer the headers alone.
    if (hasBody(incoming)) outgoing.flushHeaders();
    incoming.pipe(outgoing);
  } catch (error) {
    failed(error);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Every way in which the request to the host can end. */
function passAnswer(
  outgoing: ClientRequest,
  response: ServerResponse,
  failed: (error: unknown) => void,
): void {
  let answer: IncomingMessage | undefined;
  outgoing.on('response', (begun) => {
    answer = begun;
    try {
      // Without an `Upgrade` header a 101 arrives as a response.
      if (begun.statusCode !== 101) return handOn(begun, response);
      failed(switched);
    } catch (error) {
      failed(error);
    }
    outgoing.destroy();
  });
  outgoing.on('upgrade', (begun, socket) => {
    answer = begun;
    socket.destroy();
    failed(switched);
  });
  outgoing.on('error', (error) => {
    // What follows a complete answer is not part of it.
    if (!answer?.complete) failed(error);
  });
  outgoing.on('close', () => {
    if (!answer) failed('it closed the connection');
  });
}

const switched = 'it answered 101 Switching Protocols, which the request did not ask for';

/** Throws where the parser let a status or a text through that cannot be written. */
function handOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on('error', () => response.destroy());
  answer.on('close', () => {
    if (!answer.readableEnded) response.destroy();
  });
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

function sentOn(incoming: IncomingMessage, { to, upstream }: Route): ClientRequest {
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
