import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createMerchant } from './app.ts';
import { readConfig, readPort } from './config.ts';

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const port = readPort(process.env);
  const host = process.env.HOST || '127.0.0.1';
  // Listens before creating the shop: with PORT=0, its own address is known only now.
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  // A server that listens on TCP has an `AddressInfo`. Strings are for pipes.
  const url = localUrl(server.address() as AddressInfo);
  try {
    const { app } = createMerchant(readConfig(process.env, url));
    server.on('request', getRequestListener(app.fetch));
  } catch (error) {
    server.close();
    throw error;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  console.log(`merchant ready ${url}`);
}

/** `0.0.0.0` and `::` mean "all addresses" and cannot be opened in a browser. */
function localUrl({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'That port is in use. Choose another one with PORT, or PORT=0 for a free one.';
  }
  return error.message;
}
