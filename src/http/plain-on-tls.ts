import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const hint = 'This port speaks HTTPS only. Write https:// in the URL.\n';
const answer = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(hint)}`,
  'Connection: close',
  '',
  hint,
].join('\r\n');

/** Answers a plain HTTP request on a TLS port with a hint, where Node would close the connection without a word. */
export function hintPlainHttp(server: Server): void {
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (error.code !== 'ERR_SSL_HTTP_REQUEST') return;
    const plain = tcpUnder(socket);
    if (plain?.writable) plain.end(answer);
  });
}

/** The TCP connection under a TLS connection that failed: it no longer has the ports by which `noteTcp` tells. Node has no public way. */
export function tcpUnder(socket: TLSSocket): Socket | undefined {
  const parent: unknown = Reflect.get(socket, '_parent');
  return parent instanceof Socket ? parent : undefined;
}
