import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { certificates } from './tls-merchant.ts';

/** A server's actions on a connection, in order. */
export type Step =
  /** Waits for a complete request. Without this step, the next ones come before it. */
  | 'request'
  | { readonly bytes: string | Buffer }
  | { readonly pauseMs: number }
  /** Repeats the same bytes every few milliseconds until the client leaves. */
  | { readonly drip: string }
  | 'half-close'
  | 'reset'
  /** Never reads anything. */
  | 'deaf';

export interface ScriptedServer {
  readonly url: string;
  /** The number of complete requests over all connections. */
  readonly requests: () => number;
  /** Settles when the client has closed all connections. */
  readonly left: () => Promise<void>;
}

/** Plays the same script on every connection, with or without TLS. Closed after the test. */
export async function scriptedServer(
  script: readonly Step[],
  { tls = false }: { readonly tls?: boolean } = {},
): Promise<ScriptedServer> {
  const open = new Set<Socket>();
  let requests = 0;
  let looked = () => {};
  const serve = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    // A client that sends its end has left: none of ours half-closes.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      looked();
    });
    const isDeaf = script.includes('deaf');
    const next = isDeaf ? () => Promise.resolve() : requestsOf(socket, () => (requests += 1));
    void play(socket, script, next);
  };
  const server = tls ? tlsServer(serve) : createServer({ allowHalfOpen: true }, serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const left = () =>
    new Promise<void>((resolve) => {
      looked = () => {
        if (open.size === 0) resolve();
      };
      looked();
    });
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/callback`, requests: () => requests, left };
}

function tlsServer(serve: (socket: Socket) => void): Server {
  const { certificate, key } = certificates['self-signed']();
  const pem = { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) };
  const server = createTlsServer({ ...pem, allowHalfOpen: true }, serve);
  server.on('tlsClientError', () => undefined);
  return server;
}

async function play(socket: Socket, script: readonly Step[], next: () => Promise<void>): Promise<void> {
  for (const step of script) {
    if (step === 'request') await next();
    else if (step === 'half-close') socket.end();
    else if (step === 'reset') reset(socket);
    else if (step === 'deaf') socket.pause();
    else if ('bytes' in step) socket.write(step.bytes);
    else if ('pauseMs' in step) await new Promise((resolve) => setTimeout(resolve, step.pauseMs));
    else drip(socket, step.drip);
    if (socket.destroyed) return;
  }
}

/** Node cannot reset a connection that is sending its end: it reports EINVAL, and the socket never closes. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 10);
  socket.on('close', () => clearInterval(timer));
}

/** Reads and counts a connection's requests. Returns a function that waits for the next one. */
function requestsOf(socket: Socket, count: () => void): () => Promise<void> {
  let text = '';
  let waiting = () => {};
  let unseen = 0;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (let length = lengthOf(text); length !== undefined; length = lengthOf(text)) {
      text = text.slice(length);
      count();
      unseen += 1;
      waiting();
    }
  });
  return () =>
    new Promise((resolve) => {
      waiting = () => {
        if (unseen === 0) return;
        unseen -= 1;
        waiting = () => {};
        resolve();
      };
      waiting();
    });
}

/** The length of the first request in characters. Undefined while it is incomplete. */
function lengthOf(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = end + 4 + Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length >= length ? length : undefined;
}
