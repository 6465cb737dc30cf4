import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Cable {
  /** The same server, reached through the cable. */
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  readonly cut: () => void;
  /** Connects again, to the same server or to another one. */
  readonly mend: (target?: string) => void;
}

/** A connection to a local server that a test can interrupt. */
export async function cableTo(target: string): Promise<Cable> {
  let port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP always has an AddressInfo.
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut,
    mend: (other = target) => {
      port = Number(new URL(other).port);
      isCut = false;
    },
  };
}
