import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Remembers the connections that servers of this process accept until the test ends. Finds a client's. */
export function acceptedSockets(): (client: Socket) => Socket | undefined {
  const accepted = new Map<number | undefined, Socket>();
  const keep = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    accepted.set(socket.remotePort, socket);
  };
  subscribe('net.server.socket', keep);
  onTestFinished(() => void unsubscribe('net.server.socket', keep));
  return ({ localPort }) => accepted.get(localPort);
}
