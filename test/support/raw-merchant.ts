import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A merchant on a raw socket that records every byte of a request and answers with any bytes or none. */
export interface RawMerchant {
  readonly url: string;
  /** `127.0.0.1` and the port. */
  readonly host: string;
  /** The full text of every request, in order of arrival. */
  readonly requests: readonly string[];
  /** Settles when this many requests have arrived in total. */
  readonly arrived: (count: number) => Promise<readonly string[]>;
  /** Settles when no connection is open. */
  readonly left: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The reaction to a complete request. */
export type Reply = (socket: Socket, request: string) => void;

export function answering(
  status: string,
  headers: Readonly<Record<string, string>> = {},
  body = 'ok',
): Reply {
  const all = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return (socket) => socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n${body}`);
}

export async function rawMerchant(reply: Reply = answering('200 OK')): Promise<RawMerchant> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const look = () => {
    for (const each of [...waiting]) each();
  };
  const until = (isTrue: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isTrue()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      look();
    });
    eachRequest(socket, (request) => {
      requests.push(request);
      reply(socket, request);
      look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    arrived: async (count) => {
      await until(() => requests.length >= count);
      return requests;
    },
    left: () => until(() => sockets.size === 0),
    close,
  };
}

/** The number of exchanges held at once by all merchants that share it. */
export interface Gauge {
  now: number;
  most: number;
}

export interface HoldingMerchant extends RawMerchant {
  /** Answers everything that is held, and later requests immediately. */
  readonly release: () => void;
}

/** A merchant that hangs: it accepts requests but answers none before `release`. */
export async function holdingMerchant(gauge: Gauge = { now: 0, most: 0 }): Promise<HoldingMerchant> {
  const held: Socket[] = [];
  let holds = true;
  const answer = answering('200 OK');
  const merchant = await rawMerchant((socket, request) => {
    gauge.now += 1;
    gauge.most = Math.max(gauge.most, gauge.now);
    if (holds) {
      held.push(socket);
      return;
    }
    gauge.now -= 1;
    answer(socket, request);
  });
  const release = () => {
    holds = false;
    for (const socket of held.splice(0)) {
      gauge.now -= 1;
      answer(socket, '');
    }
  };
  return { ...merchant, release };
}

function eachRequest(socket: Socket, take: (request: string) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let length = lengthOf(bytes); length !== undefined; length = lengthOf(bytes)) {
      const request = bytes.subarray(0, length).toString('utf8');
      bytes = bytes.subarray(length);
      take(request);
    }
  });
}

/** The length of the first request in bytes. Undefined while it is incomplete. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const declared = /^content-length: (\d+)/im.exec(bytes.subarray(0, end).toString('latin1'))?.[1] ?? '0';
  const length = end + 4 + Number(declared);
  return bytes.length >= length ? length : undefined;
}
