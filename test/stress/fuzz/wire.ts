import { connect } from 'node:net';
import { parsedAnswer, type RawAnswer } from '../../support/raw-socket.ts';

export interface Exchanged extends RawAnswer {
  /** Everything that came back. */
  readonly text: string;
}

const patienceMs = 20_000;

/**
 * Sends bytes on a connection of their own and settles when the server closes it. Rejects when that takes too long. A request that is not
 * whole is ended: nothing more comes, and the server must see it.
 */
export function sendBytes(url: string, bytes: Buffer, isWhole: boolean): Promise<Exchanged> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${patienceMs} ms`));
    }, patienceMs);
    socket.on('data', (chunk) => received.push(chunk));
    // The server may close while we still send.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      const text = Buffer.concat(received).toString('utf8');
      resolve({ ...parsedAnswer(text), text });
    });
    if (isWhole) socket.write(bytes);
    else socket.end(bytes);
  });
}
