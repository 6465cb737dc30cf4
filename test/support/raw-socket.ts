import { connect, type Socket } from 'node:net';

const patienceMs = 5000;

/** Connects to a URL's address. */
export async function opened(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Sends bytes unchanged. Settles with everything received when the server closes the connection. */
export async function exchanged(url: string, ...bytes: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = await opened(url);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  // The server may close while we are still sending.
  socket.on('error', () => undefined);
  for (const each of bytes) socket.write(each);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The connection was not closed within ${patienceMs} ms.`));
    }, patienceMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return Buffer.concat(received).toString('latin1');
}

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export function parsedAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(headers), body };
}
