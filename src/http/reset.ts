import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** The TCP connection under each TLS connection: only that one can be reset, and Node has no public way from one to the other. */
const underTls = new WeakMap<Duplex, Socket>();

/** Notes for a TLS server which TCP connection carries which TLS connection, told by the ports of both ends. */
export function noteTcp(server: Server): void {
  const connections = new Map<string, Socket>();
  server.prependListener('connection', (socket: Socket) => {
    const name = connectionName(socket);
    connections.set(name, socket);
    socket.once('close', () => {
      if (connections.get(name) === socket) connections.delete(name);
    });
  });
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    const tcp = connections.get(connectionName(socket));
    if (tcp) underTls.set(socket, tcp);
  });
}

/** Resets the connection, so that the client sees ECONNRESET and no orderly end. */
export function reset(socket: Socket): void {
  const tcp = underTls.get(socket) ?? socket;
  tcp.resetAndDestroy();
  socket.destroy();
}

/** The addresses and ports of both ends: a TLS connection has those of the TCP connection under it. */
export function connectionName({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ');
}
