import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../host/errors.ts';

/** The newest request on a connection, and the unfinished response to the one before it. */
interface Newest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/**
 * Answers invalid HTTP after the responses to the complete requests before it. Node would answer it in place of
 * a response that is still to come, and the client could not know that its request was carried out.
 */
export function answerBroken(server: Server): void {
  const newest = new WeakMap<Duplex, Newest>();
  const broken = new WeakSet<Duplex>();
  server.prependListener('request', (incoming, outgoing) => {
    const last = newest.get(incoming.socket)?.outgoing;
    newest.set(incoming.socket, { incoming, outgoing, before: last?.closed ? undefined : last });
  });
  server.on('clientError', (error: Error, socket: Duplex) => {
    if (!isOfHttp(error)) socket.destroy(error);
    // Everything that follows is broken too, until the client leaves.
    else if (broken.has(socket)) closeIfLeft(socket);
    else {
      broken.add(socket);
      // The bytes that were read: keeping them until a delayed response has been sent could fill the memory.
      Reflect.deleteProperty(error, 'rawPacket');
      refuseInTurn(error, socket, () => newest.get(socket));
    }
  });
}

function closeIfLeft(socket: Duplex): void {
  if (socket.readableEnded) socket.end();
}

function refuseInTurn(error: Error, socket: Duplex, newest: () => Newest | undefined): void {
  const { incoming, outgoing, before } = newest() ?? {};
  const awaited = incoming?.complete ? outgoing : before;
  if (!awaited || awaited.closed) refuse(error, socket, !incoming?.complete && outgoing?.headersSent);
  // The client has left in the middle of a request.
  else if (socket.readableEnded) socket.end();
  // After a timeout, the client may have completed its request meanwhile.
  else awaited.once('close', () => refuseInTurn(error, socket, newest));
}

/** Answers as Node does, and closes the connection. */
function refuse(error: Error, socket: Duplex, isBegun = false): void {
  const close = () => void socket.destroy(error);
  if (isBegun || socket.writableEnded) socket.end(close);
  else socket.end(answerTo(errorCode(error)), close);
}

function isOfHttp(error: Error): boolean {
  const code = errorCode(error);
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function answerTo(code: string): string {
  const status = statuses[code] ?? 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}
