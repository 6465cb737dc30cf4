import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that reached the merchant. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface MerchantServer {
  readonly url: string;
  /** All requests, in order of arrival. */
  readonly arrivals: readonly Arrival[];
  /** Settles when this many requests have arrived in total. */
  readonly arrived: (count: number) => Promise<readonly Arrival[]>;
  /** Sets the status and headers of later answers. */
  readonly answerWith: (status: number, headers?: Readonly<Record<string, string>>) => void;
  readonly close: () => Promise<void>;
}

/** A real merchant on a free loopback port that records all requests. */
export async function merchantServer(port = 0): Promise<MerchantServer> {
  const arrivals: Arrival[] = [];
  const waiting: { count: number; resolve: (all: readonly Arrival[]) => void }[] = [];
  let answer: { status: number; headers: Readonly<Record<string, string>> } = { status: 200, headers: {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    arrivals.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(answer.status, answer.headers).end('ok');
    for (const each of waiting) if (arrivals.length >= each.count) each.resolve(arrivals);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    arrivals,
    arrived: (count) =>
      new Promise((resolve) => {
        if (arrivals.length >= count) resolve(arrivals);
        else waiting.push({ count, resolve });
      }),
    answerWith: (status, headers = {}) => {
      answer = { status, headers };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
