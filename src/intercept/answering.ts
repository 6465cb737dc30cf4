import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { type AppEnv, type Bindings, writtenPath } from '../http/connection.ts';
import { serverOf } from '../http/server.ts';
import { endToEnd } from './forward.ts';

/** Answers in the place of the intercepted hosts. */
export interface Answering {
  /** A connection that a client takes for one to the host: TLS or not, its first byte tells. */
  readonly connection: (socket: Duplex, head: Buffer) => void;
  /** A plain request that a client gave to the proxy whole. */
  readonly request: (incoming: IncomingMessage, response: ServerResponse) => void;
  readonly counts: () => Counts;
}

export interface Counts {
  readonly connections: number;
  readonly requests: number;
}

export interface AnsweringOptions {
  readonly app: Pick<Hono<AppEnv>, 'fetch'>;
  /** Where the pages of the tester and the control API are. */
  readonly sandboxUrl: string;
  readonly cert: string;
  readonly key: string;
}

const tlsHandshake = 0x16;

export function answering({ app, sandboxUrl, cert, key }: AnsweringOptions): Answering {
  let requests = 0;
  let connections = 0;
  const fetch = (request: Request, env: Bindings = {}) => {
    requests += 1;
    return isPublic(writtenPath(request, { env })) ? app.fetch(request, env) : elsewhere(sandboxUrl);
  };
  const plain = serverOf({ fetch }, { tls: undefined });
  const secure = serverOf({ fetch }, { tls: { cert, key } });
  return {
    connection: (socket, head) => {
      connections += 1;
      if (head.length > 0) socket.unshift(head);
      // A client may leave before it sends anything.
      const leave = () => socket.end();
      socket.once('end', leave);
      socket.once('data', (first: Buffer) => {
        socket.off('end', leave);
        socket.pause();
        socket.unshift(first);
        (first[0] === tlsHandshake ? secure : plain).emit('connection', socket);
        process.nextTick(() => socket.resume());
      });
    },
    request: (incoming, response) => {
      forget(incoming);
      plain.emit('request', incoming, response);
    },
    counts: () => ({ connections, requests }),
  };
}

/** What the live service has too. The inbox, the dashboard and the control API stay at the sandbox's own address. */
function isPublic(path: string): boolean {
  return /^\/(api|checkout|assets)(\/|$)/.test(path);
}

function elsewhere(sandboxUrl: string): Response {
  const message = `Under an intercepted host there is what the live service has. The sandbox's own pages and its control API are at ${sandboxUrl}/_sandbox/.`;
  return Response.json({ error: { code: 'NOT_FOUND', message } }, { status: 404 });
}

/** The proxy's password is nobody's business behind it, and the request log keeps every header. */
function forget(incoming: IncomingMessage): void {
  const kept = endToEnd(incoming.rawHeaders);
  incoming.rawHeaders.splice(0, Infinity, ...kept);
  delete incoming.headers['proxy-authorization'];
}
