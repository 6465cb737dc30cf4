import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A loopback port where nothing listens. It's below the range from which the system takes ports for `listen(0)`
 * and for outgoing connections (RFC 6335: 49152, Linux: 32768), so no other test gets it by chance.
 */
export async function freePort(): Promise<number> {
  const port = 16_000 + Math.floor(Math.random() * 16_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await once(server.close(), 'close');
  return port;
}
