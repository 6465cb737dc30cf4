import type { Server } from 'node:http';
import type { Bindings } from './connection.ts';
import { limits } from './server.ts';

const longestMs = 30 * 60_000;

/**
 * Reads bodies that may take minutes, because each part is stored before the next one is read. Node has one
 * request timeout for a whole server, so it is raised to 30 minutes meanwhile. A client that sends nothing
 * for the usual timeout is disconnected.
 */
export function longBodies() {
  const receiving = new Map<Server, number>();

  return async <T>({ incoming, server }: Bindings, read: () => Promise<T>): Promise<T> => {
    if (!incoming || !server) return read();
    const { socket } = incoming;
    receiving.set(server, (receiving.get(server) ?? 0) + 1);
    server.requestTimeout = longestMs;
    socket.setTimeout(limits.requestTimeout);
    try {
      return await read();
    } finally {
      socket.setTimeout(0);
      const others = (receiving.get(server) ?? 1) - 1;
      receiving.set(server, others);
      if (others === 0) server.requestTimeout = limits.requestTimeout;
    }
  };
}
