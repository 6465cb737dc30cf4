import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** The TCP connection under each TLS connection, which Node does not expose. Only TCP can be reset. */
const underTls = new WeakMap<Duplex, Socket>();

/** Records which TCP connection carries which TLS connection, by the ports of both ends. */
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

/** Resets the connection, so that the client sees ECONNRESET instead of an orderly end. */
export function reset(socket: Socket): void {
  const tcp = underTls.get(socket) ?? socket;
  tcp.resetAndDestroy();
  socket.destroy();
}

/** The addresses and ports of both ends, which a TLS connection shares with its TCP connection. */
export function connectionName({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ');
}
