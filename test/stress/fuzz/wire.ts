import { connect } from 'node:net';
import { parsedAnswer, type RawAnswer } from '../../support/raw-socket.ts';

export interface Exchanged extends RawAnswer {
  /** Everything received. */
  readonly text: string;
}

const patienceMs = 20_000;

/**
 * Sends bytes on a new connection and settles when the server closes it. Rejects if that takes too long.
 * Half-closes after an incomplete request, which the server must notice.
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
    // The server may close while we are still sending.
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
