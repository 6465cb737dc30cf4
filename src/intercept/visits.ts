import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { later } from '../host/timers.ts';
import { connectionName } from '../http/reset.ts';
import { type Ending, wordsFor } from './handshake-words.ts';
import { unservedRequests } from './unserved.ts';

/** A client and the intercepted host that it asked the proxy for. */
export interface Visitor {
  readonly client: string;
  readonly host: string;
}

/** Tracks the connections to intercepted hosts, to explain those that brought no request. */
export interface Visits {
  readonly opened: (socket: Duplex, visitor: Visitor) => unknown;
  /** The first byte arrived, of a TLS handshake or of a plain request. */
  readonly began: (socket: Duplex, ending: 'in the handshake' | 'in a request') => void;
  readonly secured: (socket: Duplex) => void;
  readonly failed: (socket: Duplex, error: NodeJS.ErrnoException) => void;
  /** A request arrived, or the connection's end has already been noted. */
  readonly asked: (socket: Duplex, visitor?: Visitor) => void;
  readonly visitor: (socket: Duplex) => Visitor | undefined;
  /** Waits briefly for closing connections: a command can end before its last TLS alert has been read. */
  readonly settled: () => Promise<void>;
  readonly sentences: () => readonly string[];
}

interface Visit extends Visitor {
  /** `over` once a request arrived or the end was noted. */
  ending: Ending | 'over';
  readonly closed: Promise<void>;
}

const settleMs = 300;

export function visits(): Visits {
  // Open connections by the ports of both ends, which a TLS connection shares with its TCP connection.
  const open = new Map<string, Visit>();
  const known = new WeakMap<Duplex, Visit>();
  const endings = endingsOf();
  const of = (socket: Duplex) => {
    const visit =
      known.get(socket) ?? (socket instanceof Socket ? open.get(connectionName(socket)) : undefined);
    if (visit) known.set(socket, visit);
    return visit;
  };
  const move = (socket: Duplex, ending: Visit['ending']) => {
    const visit = of(socket);
    if (visit && visit.ending !== 'over') visit.ending = ending;
  };
  return {
    opened: (socket, visitor) => {
      const ended = keep(open, socket, visitor);
      of(socket);
      return ended.then(endings.note);
    },
    began: move,
    secured: (socket) => move(socket, 'after the handshake'),
    failed: move,
    asked: (socket, visitor) => {
      move(socket, 'over');
      if (visitor) endings.asked(visitor);
    },
    visitor: of,
    settled: async () => {
      const waiting = [...open.values()].filter(({ ending }) => ending !== 'over');
      const all = Promise.all(waiting.map(({ closed }) => closed));
      if (waiting.length > 0) await Promise.race([all, later(settleMs, null, { ref: false })]);
    },
    sentences: () => {
      for (const visit of open.values()) endings.note(visit);
      return endings.sentences();
    },
  };
}

/** Tracks a visit while its connection is open. Resolves when it closes. */
function keep(open: Map<string, Visit>, socket: Duplex, visitor: Visitor): Promise<Visit> {
  const name = socket instanceof Socket ? connectionName(socket) : '';
  return new Promise((resolve) => {
    const closed = new Promise<void>((close) => {
      socket.once('close', () => {
        if (open.get(name) === visit) open.delete(name);
        resolve(visit);
        close();
      });
    });
    const visit: Visit = { ...visitor, ending: 'silent', closed };
    open.set(name, visit);
  });
}

/** Collects how visits without a request ended. */
function endingsOf(): {
  readonly note: (visit: Visit) => void;
  readonly asked: (visitor: Visitor) => void;
  readonly sentences: () => readonly string[];
} {
  const ended = unservedRequests();
  return {
    note: (visit) => {
      const { ending, client, host } = visit;
      if (ending === 'over') return;
      visit.ending = 'over';
      // Clients with a connection pool open connections that they never use.
      const isSpare = ending === 'silent' || ending === 'after the handshake';
      ended.note(`${client} ${wordsFor(ending, host)}`, isSpare ? nameOf(visit) : undefined);
    },
    asked: (visitor) => ended.served(nameOf(visitor)),
    sentences: ended.sentences,
  };
}

function nameOf({ client, host }: Visitor): string {
  return `${client} ${host}`;
}
