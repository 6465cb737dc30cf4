import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant that outlives every kill and keeps a record of each callback. */
export interface RecordingMerchant {
  readonly url: string;
  /** The bodies that came, by `invoice_no`. */
  readonly bodies: ReadonlyMap<string, readonly string[]>;
  readonly close: () => void;
}

export async function recordingMerchant(): Promise<RecordingMerchant> {
  const bodies = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    try {
      const body = await textOf(request);
      const { invoice_no: invoice } = JSON.parse(body);
      bodies.set(invoice, [...(bodies.get(invoice) ?? []), body]);
      response.end('ok');
    } catch {
      // The server was killed in the middle of its request: nothing has arrived.
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
  return { url: `http://127.0.0.1:${port}/callback`, bodies, close };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
