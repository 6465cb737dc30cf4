import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { closeAbandoned } from '../../src/http/abandoned.ts';

/** A TLS connection whose client has ended. Its writes never end, like Node's after a reset. */
function endedConnection(): Duplex {
  const socket = new Duplex({
    read: () => undefined,
    write: () => undefined,
    allowHalfOpen: true,
  });
  onTestFinished(() => void socket.destroy());
  Object.defineProperty(socket, 'bytesWritten', { get: () => socket.writableLength });
  socket.resume().push(null);
  return socket;
}

it('A TLS connection is closed when its client has left and takes nothing of the answer', async () => {
  const server = createServer();
  closeAbandoned(server, 1);
  const [waiting, abandoned] = [endedConnection(), endedConnection()];
  for (const each of [waiting, abandoned]) server.emit('secureConnection', each);
  abandoned.write('answer');
  await expect.poll(() => abandoned.destroyed).toBe(true);
  // The client may still wait for an answer.
  expect(waiting.destroyed).toBe(false);
});
