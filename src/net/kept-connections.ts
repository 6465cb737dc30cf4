import type http from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from '../host/timers.ts';

/**
 * How connections are kept for the next request. A request on a kept connection that the server closes at the same moment is lost, and nobody
 * can tell whether the server read it: it must not be sent again. So a connection is used again only while its server is least likely to
 * close it, see `resting`, and for no longer than half a second or what its `Keep-Alive` header says. How many are open at once is not
 * limited here: a request that waited for a connection would use up its time-out unsent.
 */
export const keptConnections = { keepAlive: true, timeout: 500, maxFreeSockets: 64 } as const;

/** Some servers close a connection right after an answer without saying so in a header: by then they have. */
const restMs = 5;

/** Lets every connection of an agent rest after an answer, before the next request gets it. */
export function resting<Agent extends http.Agent>(agent: Agent): Agent {
  const listeners = agent.listeners('free');
  agent.removeAllListeners('free');
  agent.on('free', (socket: Duplex, options: unknown) => {
    const free = () => {
      for (const listener of listeners) listener.call(agent, socket, options);
    };
    setTimeout(free, restMs).unref();
  });
  return agent;
}
