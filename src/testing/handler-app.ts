import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { AppAddress, AppHandler, RunningApp } from './app-options.ts';

/**
 * Serves a handler on a free local port. The handler is created once the port is known, because an app puts
 * its own address into payments.
 */
export async function startHandler(
  make: (address: AppAddress) => AppHandler | Promise<AppHandler>,
): Promise<RunningApp> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  // Like the sandbox, it does not keep a test run alive that forgets to stop it.
  server.unref().on('connection', (socket) => socket.unref());
  // A server that listens on a host and port has such an address.
  const { port } = server.address() as AddressInfo;
  const address = { url: `http://127.0.0.1:${port}`, port };
  try {
    server.on('request', listenerOf(await make(address)));
  } catch (error) {
    await close(server);
    throw error;
  }
  return { ...address, stop: () => close(server) };
}

function listenerOf(handler: unknown): RequestListener {
  if (typeof handler === 'object' && handler !== null && 'fetch' in handler) {
    // Hono's app takes a `Request`. `AppHandler` avoids types of Node and the DOM, which a project may lack.
    const { fetch } = handler as { fetch(request: Request): Response | Promise<Response> };
    return getRequestListener((request) => fetch.call(handler, request), { overrideGlobalObjects: false });
  }
  if (typeof handler === 'function') return handler as RequestListener;
  throw new TypeError(
    `app: the function must return a request listener or an object with fetch, not ${handler === null ? 'null' : typeof handler}.`,
  );
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
