import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { limitConnecting, type Route, requestOverTls, requestTo, unreachable } from './connect.ts';
import { answerText } from './proxy-answer.ts';
import type { Target } from './target.ts';
import { proxyCredentials } from './upstream.ts';

export interface Forwarded {
  readonly target: Target;
  readonly route: Route;
  /** Receives the message of a 502 answer. */
  readonly noteFailed: (message: string) => void;
}

/** Forwards a request in absolute form to its host. Answers 502 if the host cannot be reached. */
export function forward(incoming: IncomingMessage, response: ServerResponse, forwarded: Forwarded): void {
  const { route, noteFailed } = forwarded;
  const failed = (error: unknown) => {
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) return void response.destroy();
    const message = unreachable(route, error);
    noteFailed(message);
    answerText(response, { status: 502, message });
  };
  try {
    const outgoing = sentOn(incoming, forwarded);
    if (forwarded.target.scheme === 'http') limitConnecting(outgoing, route.connectMs);
    passAnswer(outgoing, response, failed);
    response.on('close', () => {
      outgoing.destroy();
      // A host may answer before it has read the body. Discard the rest to free the connection for the next
      // request.
      incoming.unpipe().resume();
    });
    // The host may answer the headers alone.
    if (hasBody(incoming)) outgoing.flushHeaders();
    incoming.pipe(outgoing);
  } catch (error) {
    failed(error);
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Handles every way in which the request to the host can end. */
function passAnswer(
  outgoing: ClientRequest,
  response: ServerResponse,
  failed: (error: unknown) => void,
): void {
  let answer: IncomingMessage | undefined;
  outgoing.on('response', (begun) => {
    answer = begun;
    try {
      // Without an `Upgrade` header, a 101 arrives as a response.
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
    // Errors after a complete answer do not matter.
    if (!answer?.complete) failed(error);
  });
  outgoing.on('close', () => {
    if (!answer) failed('it closed the connection');
  });
}

const switched = 'it answered 101 Switching Protocols, which the request did not ask for';

/** Throws when the parser accepted a status or a text that cannot be written. */
function handOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on('error', () => response.destroy());
  answer.on('close', () => {
    if (!answer.readableEnded) response.destroy();
  });
  // HTTP/1.0 has no chunks: the end of the connection ends the body (RFC 9112, 6.1).
  const unknown = response.req.httpVersion === '1.1' ? [] : ['transfer-encoding'];
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders, unknown));
  // A stream of events may send its first one much later.
  response.flushHeaders();
  answer.pipe(response);
}

/** Headers as alternating names and values, without those meant for the proxy itself (RFC 9110, 7.6.1). */
export function endToEnd(rawHeaders: readonly string[], others: readonly string[] = []): string[] {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
  );
  const listed = pairs
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.split(','));
  const forUs = new Set([...hopByHop, ...others, ...listed.map((name) => name.trim().toLowerCase())]);
  return pairs.filter(([name]) => !forUs.has(name.toLowerCase())).flat();
}

// Node handles `Transfer-Encoding` itself, on both sides.
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

function sentOn(incoming: IncomingMessage, { target, route }: Forwarded): ClientRequest {
  const { method, url = '' } = incoming;
  // RFC 9112, 3.2.2. A client of HTTP/1.0 may send none.
  const headers = ['Host', target.authority, ...endToEnd(incoming.rawHeaders, ['host'])];
  const { to, upstream } = route;
  if (target.scheme === 'https') return requestOverTls(route, { method, path: target.path, headers });
  if (upstream) {
    const own = Object.entries(proxyCredentials(upstream)).flat();
    return requestTo(upstream, { method, path: url, headers: [...headers, ...own] });
  }
  return httpRequest({ method, host: to.name, port: to.port, agent: false, headers, path: target.path });
}
