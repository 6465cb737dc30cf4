import type { Server } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { clearInterval, setInterval } from '../host/timers.ts';

const usualPatienceMs = 30_000;

/**
 * Closes TLS connections whose clients have left and take nothing of the answer. Node would keep them open
 * forever: if a client resets the connection after its end, a write of Node's TLS neither succeeds nor fails.
 */
export function closeAbandoned(server: Server, patienceMs = usualPatienceMs): void {
  server.on('secureConnection', (socket: TLSSocket) => {
    socket.once('end', () => {
      let before = -1;
      const look = setInterval(() => {
        const taken = socket.bytesWritten - socket.writableLength;
        if (socket.writableLength > 0 && taken === before) socket.destroy();
        before = taken;
      }, patienceMs).unref();
      socket.once('close', () => clearInterval(look));
    });
  });
}
