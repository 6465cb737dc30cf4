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
  /** The authority's certificate, for a Node client. */
  readonly authority: string;
  /** The proxy in the environment: `http://user:password@127.0.0.1:port`. */
  readonly proxyUrl: string;
  /** The proxy for Java, which needs no password. */
  readonly javaProxyUrl: string;
}

interface Options {
  readonly otherHosts?: OtherHosts;
  readonly env?: Readonly<Record<string, string>>;
  readonly connectMs?: number;
  readonly bodyMs?: number;
  readonly sandboxUrl?: string;
}

/** Intercepts these hosts in the test's process until the test ends. */
export async function interceptionOf(
  hosts: readonly string[],
  options: Options = {},
): Promise<InterceptionUnderTest> {
  const { otherHosts = 'tunnel', env = {}, connectMs = 10_000, bodyMs = 10_000 } = options;
  const { sandboxUrl = 'http://127.0.0.1:4700' } = options;
  const sandbox = await testSandbox();
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

/** The header with the user and password of a proxy URL. Empty if it has none. */
export function credentialsOf(proxyUrl: string): string {
  const { username, password } = new URL(proxyUrl);
  if (username === '') return '';
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`;
}

/** Requests a tunnel from a proxy. Returns the connection and the proxy's first answer. */
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

/** A plain TCP server on the loopback interface, closed after the test. Returns its port. */
export async function tcpServer(serve: (socket: Socket) => void | Promise<void>): Promise<number> {
  return listening(createServer({ allowHalfOpen: true }, (socket) => void serve(socket)));
}

/** A web server on the loopback interface, closed after the test. Returns its port. */
export async function webServer(
  serve: RequestListener,
  onConnect?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<number> {
  const server = createHttpServer(serve);
  if (onConnect) server.on('connect', onConnect);
  return listening(server);
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
