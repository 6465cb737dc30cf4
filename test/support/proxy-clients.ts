import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { startProxy } from '../../src/intercept/proxy.ts';
import { unservedRequests } from '../../src/intercept/unserved.ts';
import type { Upstream } from '../../src/intercept/upstream.ts';
import { opened } from './raw-socket.ts';

/** Longer than the pauses of any script, and shorter than a silence. */
const connectMs = 400;

/** A proxy that intercepts nothing and needs no password. Returns its URL. */
export async function passingProxy(upstream: Upstream): Promise<string> {
  const answering = { connection: () => undefined, request: () => undefined, broken: () => undefined };
  const { port, close } = await startProxy({
    ...{ credentials: undefined, isIntercepted: () => false, answering, noteRefused: () => undefined },
    ...{ otherHosts: 'tunnel', upstream, connectMs, sandboxPort: 4700, ownPorts: new Set() },
    ...{ unserved: unservedRequests(), notePassed: () => undefined },
  });
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}

export interface Outcome {
  readonly said: string;
  /** Whether the proxy closed the connection before the client gave up. */
  readonly isClosed: boolean;
}

export interface Patience {
  /** Disconnects as soon as this was received. */
  readonly isEnough?: (said: string) => boolean;
  readonly patienceMs?: number;
}

/** Sends bytes and collects the answer until the proxy closes. */
export async function asked(
  proxyUrl: string,
  bytes: string,
  { isEnough = () => false, patienceMs = 10_000 }: Patience = {},
): Promise<Outcome> {
  const socket = await opened(proxyUrl);
  let said = '';
  let isClosed = true;
  const leave = () => {
    isClosed = false;
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1');
    if (isEnough(said)) leave();
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  const timer = setTimeout(leave, patienceMs);
  await once(socket, 'close');
  clearTimeout(timer);
  return { said, isClosed };
}

/** The number of open TCP connections of this process, both ends counted. */
export function socketCount(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

export function connectTo(authority: string, credentials = ''): string {
  return `CONNECT ${authority} HTTP/1.1\r\nHost: a\r\n${credentials}\r\n`;
}

/** A complete request from a client to the proxy. */
export function getFrom(url: string, credentials = ''): string {
  return `GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${credentials}\r\n`;
}

interface Way {
  /** Whether the user's own proxy is in between. */
  readonly isUpstream: boolean;
  readonly asks: (host: string) => string;
}

const early = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** The ways to a host that is not intercepted. A tunnel's first request is sent together with the CONNECT. */
export const ways = {
  tunnel: { isUpstream: false, asks: (host) => connectTo(host) + early },
  'forwarded request': { isUpstream: false, asks: (host) => getFrom(`http://${host}/callback`) },
  'tunnel through another proxy': { isUpstream: true, asks: (host) => connectTo(host) + early },
  'forwarded request through another proxy': {
    isUpstream: true,
    asks: (host) => getFrom(`http://${host}/callback`),
  },
} as const satisfies Record<string, Way>;

/** A proxy that reaches these servers in one of the ways, and the request to each. */
export async function reached(
  { isUpstream, asks }: Way,
  servers: readonly { readonly url: string }[],
): Promise<{ readonly proxyUrl: string; readonly requests: readonly string[] }> {
  const upstream: Upstream = ({ port }) => new URL(servers[port - 1]?.url ?? '');
  const proxyUrl = await passingProxy(isUpstream ? upstream : () => undefined);
  const requests = servers.map(({ url }, at) =>
    asks(isUpstream ? `far.example:${at + 1}` : new URL(url).host),
  );
  return { proxyUrl, requests };
}
