import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant that answers immediately and records when each callback arrives. */
export interface CallbackMerchant {
  readonly url: string;
  /** In `performance` time, by invoice number. */
  readonly arrivedAt: Map<string, number>;
  /** The number of requests, including repeats for the same invoice. */
  readonly arrivals: () => number;
  /** Settles when this many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>;
  readonly forget: () => void;
  readonly close: () => void;
}

export async function callbackMerchant(): Promise<CallbackMerchant> {
  const arrivedAt = new Map<string, number>();
  let arrivals = 0;
  let awaited = { count: Number.POSITIVE_INFINITY, resolve: () => {} };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      arrivedAt.set(/"invoice_no":"([^"]*)"/.exec(body)?.[1] ?? '', performance.now());
      arrivals += 1;
      response.setHeader('Content-Length', 2).end('ok');
      if (arrivals >= awaited.count) awaited.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    arrivedAt,
    arrivals: () => arrivals,
    arrived: (count) =>
      new Promise((resolve) => {
        if (arrivals >= count) resolve();
        else awaited = { count, resolve };
      }),
    forget: () => {
      arrivedAt.clear();
      arrivals = 0;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
