import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { nextTurn } from '../host/timers.ts';

/** How many requests a connection may send ahead. HTTP clients send none, load generators around ten. */
const mostAhead = 16;
/** How many connections may send too much before the others have to wait for the next turn. */
const mostFloods = 16;

/**
 * Handles the requests of each connection one after the other, as their responses leave in this order anyway.
 * So a request behind a response that closes the connection is not carried out. A connection that sends too
 * many ahead is closed. `arrival` is the event with which its connections arrive.
 */
export function handleInTurn(server: Server, arrival: string, listener: RequestListener): void {
  const ahead = new WeakMap<Socket, number>();
  const rest = restOfTurn(server, arrival);
  server.on('request', (incoming, outgoing) => {
    // Node assigns the connection to a response when the one before it has been sent.
    if (outgoing.socket) return listener(incoming, outgoing);
    const { socket } = incoming;
    if (socket.destroyed) return;
    const waiting = (ahead.get(socket) ?? 0) + 1;
    if (waiting > mostAhead) {
      socket.destroy();
      return rest.flooded();
    }
    ahead.set(socket, waiting);
    outgoing.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 0) - 1);
      listener(incoming, outgoing);
    });
  });
}

/**
 * Lets only a few floods into each turn, and pauses all connections for the rest of it. Node parses a whole
 * chunk at once, which may hold thousands of requests, and frees them at the end of the turn: floods on many
 * connections would fill the memory before.
 */
function restOfTurn(server: Server, arrival: string) {
  const open = new Set<Socket>();
  let paused: Socket[] = [];
  let floods = 0;
  server.on(arrival, (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    flooded: () => {
      floods += 1;
      if (floods < mostFloods || paused.length > 0) return;
      paused = [...open].filter((socket) => !socket.destroyed && !socket.isPaused());
      for (const socket of paused) socket.pause();
      void nextTurn().then(goOn);
    },
  };

  function goOn(): void {
    for (const socket of paused) socket.resume();
    paused = [];
    floods = 0;
  }
}
