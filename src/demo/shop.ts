import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Shop, type ShopAnswer, type ShopRequest } from './routes.ts';
import { refusalOf } from './strangers.ts';

/** What the provider gives to a shop. */
export interface ShopKeys {
  readonly apiKey: string;
  readonly accessToken: string;
  readonly secretKey: string;
  /** The provider's word for a gateway (default: the shop's own). */
  readonly nameOf?: (name: string) => string;
}

export interface DemoShopOptions {
  /** Where the gateway is. */
  readonly sandboxUrl: string;
  /** The keys of the shop's account. Requests wait for them. */
  readonly keys: ShopKeys | Promise<ShopKeys>;
  /** 0 for a free port. */
  readonly port: number;
}

export interface DemoShop {
  /** Without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The shop cannot listen. The message is for the person who started it. */
export class DemoShopError extends Error {
  override readonly name = 'DemoShopError';
}

const host = '127.0.0.1';

/** Starts the shop on this machine, with orders in memory. Throws `DemoShopError` if the port is unusable. */
export async function startDemoShop({ sandboxUrl, keys, port }: DemoShopOptions): Promise<DemoShop> {
  const server = createServer({ requestTimeout: 30_000 });
  await listening(server, port);
  // A server that listens on a host and port has an address of this type.
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const gatewayUrl = sandboxUrl.replace(/\/+$/, '');
  const shop = Promise.resolve(keys).then(
    (given) => new Shop({ nameOf: (name) => name, ...given, gatewayUrl, shopUrl: url }),
  );
  server.on('request', (request, response) => void serve(request, response, shop));
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new DemoShopError(sentence(error, port))));
    server.listen({ host, port }, resolve);
  });
}

function sentence({ code, message }: NodeJS.ErrnoException, port: number): string {
  const why = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${message})`;
  return `${host}:${port} ${why}. Choose another port for the shop with --shop-port N, or a free one with --shop-port 0.`;
}

async function serve(request: IncomingMessage, response: ServerResponse, shop: Promise<Shop>): Promise<void> {
  try {
    const asked = await read(request);
    const refusal = refusalOf({ ...asked, headers: request.headers, hosts: request.headersDistinct.host });
    if (refusal === undefined) send(response, await (await shop).answer(asked));
    else send(response, { status: 403, type: 'text/plain', body: refusal });
  } catch (error) {
    // The request is too large or was cut off, or the shop has a bug. The answer says which.
    const status = error instanceof RangeError ? 413 : 500;
    if (!response.headersSent) send(response, { status, type: 'text/plain', body: String(error) });
  }
}

const mostBytes = 64 * 1024;

async function read(request: IncomingMessage): Promise<ShopRequest> {
  const { method = '', url = '/', headers } = request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError('The body is too large.');
    chunks.push(chunk);
  }
  const [path = '/', ...query] = url.split('?');
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path,
    rawQuery: query.join('?'),
    body: Buffer.concat(chunks).toString('utf8'),
    isBrowser: headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html'),
    lang: /^\s*ar\b/i.test(headers['accept-language'] ?? '') ? 'ar' : 'en',
  };
}

function send(response: ServerResponse, { status, type, body, location }: ShopAnswer): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    // With `no-referrer`, forms would send no `Origin`.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(location !== undefined && { Location: location }),
  });
  response.end(body);
}
