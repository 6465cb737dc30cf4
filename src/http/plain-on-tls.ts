import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { httpsOnly } from '../protocol/https-only.ts';

const answer = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(httpsOnly)}`,
  'Connection: close',
  '',
  httpsOnly,
].join('\r\n');

/** Answers plain HTTP on a TLS port with a hint. Node alone would close the connection without a message. */
export function hintPlainHttp(server: Server): void {
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (error.code !== 'ERR_SSL_HTTP_REQUEST') return;
    const plain = tcpUnder(socket);
    if (plain?.writable) plain.end(answer);
  });
}

/**
 * The TCP connection under a failed TLS connection, whose ports (used by `noteTcp`) are already gone. Node
 * has no public API for this.
 */
export function tcpUnder(socket: TLSSocket): Socket | undefined {
  const parent: unknown = Reflect.get(socket, '_parent');
  return parent instanceof Socket ? parent : undefined;
}
