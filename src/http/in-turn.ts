import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { nextTurn } from '../host/timers.ts';

/** How many requests every connection may send ahead. HTTP clients send none, load generators around ten. */
const mostAhead = 16;
/** How many may be ahead on all connections before those with more than `mostAhead` are closed. */
const mostAheadInAll = 4096;
/** A waiting request's body is in memory: each of these many bytes counts as another request. */
const bytesAsOne = 4096;
/** How many connections may be closed before the others have to wait for the next turn. */
const mostFloods = 4;

/** The event with which a server learns that it is closing: from then on, waiting requests are not carried out. */
export const closing = 'closing';

/**
 * Handles the requests of each connection one after the other, as their responses leave in this order anyway.
 * So a request behind a response that closes the connection is not carried out. If too many are sent ahead in
 * all, closes the connections that send many. `arrival` is the event with which connections arrive.
 */
export function handleInTurn(server: Server, arrival: string, listener: RequestListener): void {
  const line = new Line();
  let isClosing = false;
  server.once(closing, () => {
    isClosing = true;
  });
  server.on(arrival, (socket: Socket) => line.open(socket));
  server.on('request', (incoming, outgoing) => {
    // Node assigns the connection to a response when the one before it has been sent.
    if (outgoing.socket) return listener(incoming, outgoing);
    const { socket } = incoming;
    const weight = weightOf(incoming);
    if (socket.destroyed || !line.takes(socket, weight)) return;
    outgoing.once('socket', () => {
      line.leave(socket, weight);
      // By then, the end of a client that has left after sending all of them has arrived too.
      void nextTurn().then(() => {
        if (isClosing) socket.destroySoon();
        else if (socket.writable) listener(incoming, outgoing);
      });
    });
  });
}

/** As how many requests this one counts. Node stops reading a connection at 64 KiB of a body that nobody reads. */
function weightOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return mostAhead;
  return 1 + Math.min(Math.floor(Number(headers['content-length'] ?? 0) / bytesAsOne), mostAhead);
}

/** The requests that wait for the responses to earlier ones, by connection. */
class Line {
  readonly #ahead = new Map<Socket, number>();
  #all = 0;
  #floods = 0;
  #paused: readonly Socket[] = [];

  open(socket: Socket): void {
    if (this.#ahead.has(socket)) return;
    this.#ahead.set(socket, 0);
    socket.once('close', () => {
      this.#all -= this.#ahead.get(socket) ?? 0;
      this.#ahead.delete(socket);
    });
  }

  /** Takes another request of this connection, or closes it. */
  takes(socket: Socket, weight: number): boolean {
    // Requests to a proxy arrive without their connection.
    this.open(socket);
    const ahead = this.#ahead.get(socket) ?? 0;
    if (ahead >= mostAhead && this.#all >= mostAheadInAll) {
      socket.destroy();
      this.#flooded();
      return false;
    }
    this.#ahead.set(socket, ahead + weight);
    this.#all += weight;
    return true;
  }

  leave(socket: Socket, weight: number): void {
    const ahead = this.#ahead.get(socket);
    if (ahead === undefined) return;
    this.#ahead.set(socket, ahead - weight);
    this.#all -= weight;
  }

  /**
   * Lets only a few floods into each turn, and pauses all connections for the rest of it. Node parses a whole
   * chunk at once, which may hold thousands of requests, and frees them at the end of the turn: floods on many
   * connections would fill the memory before.
   */
  #flooded(): void {
    this.#floods += 1;
    if (this.#floods < mostFloods || this.#paused.length > 0) return;
    this.#paused = [...this.#ahead.keys()].filter((socket) => !socket.destroyed && !socket.isPaused());
    for (const socket of this.#paused) socket.pause();
    void nextTurn().then(() => {
      for (const socket of this.#paused) socket.resume();
      this.#paused = [];
      this.#floods = 0;
    });
  }
}
