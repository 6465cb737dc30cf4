import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { judged, type MessageKind, pairsOf, pairsOfJson, type Verdict } from '../../support/verifier.ts';

const secretKey = 'demo_secret_key';

/** A received callback, and a careful merchant's verdict on it. */
export interface Arrival {
  /** All signed content. */
  readonly text: string;
  readonly verdict: Verdict;
  readonly at: number;
}

/** A merchant that outlives every kill, judges each callback independently, and records it. */
export interface RecordingMerchant {
  readonly url: string;
  /** By `invoice_no`. */
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]>;
  readonly close: () => void;
}

export async function recordingMerchant(): Promise<RecordingMerchant> {
  const arrivals = new Map<string, Arrival[]>();
  const server = createServer(async (request, response) => {
    try {
      const { invoice, ...arrival } = await received(request);
      arrivals.set(invoice, [...(arrivals.get(invoice) ?? []), arrival]);
      response.end('ok');
    } catch {
      // The server was killed while sending, so nothing has arrived.
      request.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, arrivals, close };
}

/** The aggregator posts JSON. Card callbacks are a query. */
async function received(request: IncomingMessage): Promise<Arrival & { readonly invoice: string }> {
  const at = performance.now();
  const body = await textOf(request);
  const text = request.method === 'POST' ? body : (request.url?.split('?')[1] ?? '');
  const pairs = request.method === 'POST' ? pairsOfJson(body) : pairsOf(text);
  const values = new Map(pairs);
  const kind = request.method === 'POST' ? 'aggregator callback' : (values.get('gateway') ?? '');
  // An unknown gateway makes the judge throw. Then nothing has arrived.
  const verdict = judged(kind as MessageKind, pairs, secretKey);
  return { invoice: values.get('invoice_no') ?? '', text, verdict, at };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
