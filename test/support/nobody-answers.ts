import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';

/**
 * Expects that the port of a URL refuses connections: its server has ended. It asks again for a while. A program that
 * another test starts at this moment has the closed socket until it runs, and another server can get the port.
 */
export async function nobodyAnswers(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const attempt = async () => {
    const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) });
    try {
      await once(socket, 'connect');
      return 'connected';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    } finally {
      socket.destroy();
    }
  };
  await expect.poll(attempt, { timeout: 10_000, message: `a connection to ${url}` }).toBe('ECONNREFUSED');
}
