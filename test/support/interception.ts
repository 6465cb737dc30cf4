import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { interceptedHost } from '../../src/intercept/address.ts';
import { type Interception, intercept } from '../../src/intercept/intercept.ts';
import type { OtherHosts } from '../../src/intercept/verdict.ts';
import { opened } from './raw-socket.ts';
import { type TestSandbox, testSandbox } from './sandbox.ts';

export interface InterceptionUnderTest extends Interception {
  readonly sandbox: TestSandbox;
  /** The certificate of the authority, as a client of Node's reads it. */
  readonly authority: string;
  /** The proxy that the environment names: `http://user:password@127.0.0.1:port`. */
  readonly proxyUrl: string;
  /** The one that Java is told of, which asks for no password. */
  readonly javaProxyUrl: string;
}

interface Options {
  readonly otherHosts?: OtherHosts;
  readonly env?: Readonly<Record<string, string>>;
  readonly connectMs?: number;
  readonly bodyMs?: number;
  readonly sandboxUrl?: string;
}

/** An interception of these hosts in the process of the test; it ends with the test. */
export async function interceptionOf(
  hosts: readonly string[],
  options: Options = {},
): Promise<InterceptionUnderTest> {
  const { otherHosts = 'tunnel', env = {}, connectMs = 10_000, bodyMs = 10_000 } = options;
  const { sandboxUrl = 'http://127.0.0.1:4700' } = options;
  const names = hosts.map((host) => interceptedHost(host).name);
  // As `exec` allows them.
  const allowedHosts = names.map((name) => (name.includes(':') ? `[${name}]` : name));
  const sandbox = await testSandbox({ allowedHosts });
  const interception = await intercept({
    ...{ hosts: hosts.map(interceptedHost), otherHosts, env, connectMs, bodyMs },
    ...{ app: sandbox.app, sandboxUrl },
  });
  onTestFinished(async () => {
    await interception.close();
    await sandbox.stop();
  });
  const { environment } = interception;
  const [, javaPort] = /-Dhttps\.proxyPort=(\d+)/.exec(environment.JAVA_TOOL_OPTIONS ?? '') ?? [];
  const proxyUrl = environment.HTTPS_PROXY ?? '';
  const authority = readFileSync(environment.NODE_EXTRA_CA_CERTS ?? '', 'utf8');
  return { ...interception, sandbox, authority, proxyUrl, javaProxyUrl: `http://127.0.0.1:${javaPort}` };
}

/** The header by which a client gives a proxy the user and password of its URL; nothing where there are none. */
export function credentialsOf(proxyUrl: string): string {
  const { username, password } = new URL(proxyUrl);
  if (username === '') return '';
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`;
}

/** Asks a proxy for a tunnel: the connection, and what the proxy said first. */
export async function askedTunnel(
  proxyUrl: string,
  target: string,
  credentials = credentialsOf(proxyUrl),
): Promise<{ readonly socket: Socket; readonly said: string }> {
  const socket = await opened(proxyUrl);
  onTestFinished(() => void socket.destroy());
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${credentials}\r\n`);
  const [first] = await once(socket, 'data');
  return { socket, said: String(first) };
}

/** A server of plain TCP on the loopback, closed with the test; returns its port. */
export async function tcpServer(serve: (socket: Socket) => void | Promise<void>): Promise<number> {
  return listening(createServer({ allowHalfOpen: true }, (socket) => void serve(socket)));
}

/** A web server on the loopback, closed with the test; returns its port. */
export async function webServer(
  serve: RequestListener,
  onConnect?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<number> {
  const server = createHttpServer(serve);
  if (onConnect) server.on('connect', onConnect);
  return listening(server);
}

/** A port of the loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  // A listening TCP server has an address with a port.
  return (server.address() as AddressInfo).port;
}
