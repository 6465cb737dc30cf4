import type http from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from '../host/timers.ts';

/**
 * How connections are kept for the next request. If the server closes a kept connection just as a request is
 * sent, nobody can tell whether the server read the request, so it must not be sent again. A connection is
 * therefore reused only while its server is unlikely to close it: after a short rest (see `resting`), and
 * within half a second or the limit of its `Keep-Alive` header. The number of open connections is not limited
 * here, because a request that waits for one would use up its timeout unsent.
 */
export const keptConnections = { keepAlive: true, timeout: 500, maxFreeSockets: 64 } as const;

/** Some servers close a connection right after an answer without announcing it. By then they have. */
const restMs = 5;

/** Lets each connection rest after an answer before the agent reuses it. */
export function resting<Agent extends http.Agent>(agent: Agent): Agent {
  const listeners = agent.listeners('free');
  agent.removeAllListeners('free');
  agent.on('free', (socket: Duplex, options: unknown) => {
    // Nothing else listens between the answer and the agent, so a reset would end the process.
    socket.on('error', ignored);
    const free = () => {
      socket.off('error', ignored);
      for (const listener of listeners) listener.call(agent, socket, options);
    };
    setTimeout(free, restMs).unref();
  });
  return agent;
}

/** The connection closes by itself, and the agent does not reuse a closed one. */
function ignored(): void {}
