import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';

/** The first bytes of a TLS handshake, as Node's client sends them. */
export async function clientHello(options: ConnectionOptions): Promise<Buffer> {
  const [wire, socket] = duplexPair();
  connect({ socket, ...options }).on('error', () => undefined);
  const [hello] = await once(wire, 'data');
  return hello;
}
