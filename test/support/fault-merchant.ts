import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { answering, type RawMerchant, type Reply, rawMerchant } from './raw-merchant.ts';
import { certificates } from './tls-merchant.ts';

export const floodBytes = 100 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'a');

/** Every way in which a merchant can misbehave, each at its own path. */
export interface FaultMerchant extends RawMerchant {
  /** An address where nothing listens. */
  readonly refusingUrl: string;
  /** The same merchant over TLS, with a self-signed certificate. */
  readonly tlsUrl: string;
  /** The bytes of all floods that we or the kernel accepted. */
  readonly flooded: () => number;
}

const moved = (status: string): Reply => answering(status, { Location: '/301' }, '');

/** The answer at each path. The query of a 429 or 503 is its `Retry-After`. */
const faults: Readonly<Record<string, Reply>> = {
  '/reset-before-headers': (socket) => socket.resetAndDestroy(),
  '/reset-after-headers': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.resetAndDestroy()),
  '/half-a-header': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  '/hang': () => undefined,
  '/drip': drip,
  '/100': before('100 Continue'),
  '/103': before('103 Early Hints\r\nLink: </a.css>; rel=preload'),
  '/102-without-end': (socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
  '/200': answering('200 OK'),
  '/204': answering('204 No Content', {}, ''),
  '/301': moved('301 Moved Permanently'),
  '/308': moved('308 Permanent Redirect'),
  '/410': answering('410 Gone', {}, 'gone'),
  '/bad-chunk': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot hex\r\nabc\r\n0\r\n\r\n'),
  '/chunks-without-end': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'),
  '/length-too-long': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'),
  '/length-too-short': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more'),
  '/two-lengths': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
  '/garbage': (socket) => socket.end('\u0000\u0001\u0002 this is no HTTP\r\n\r\n'),
  '/header-without-end': (socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(200_000)}\r\n\r\n`),
  '/silent-close': (socket) => socket.end(),
};

/** Opens a merchant, and closes it after the test. */
export async function faultMerchant(): Promise<FaultMerchant> {
  let flooded = 0;
  const flood: Reply = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${floodBytes}\r\n\r\n`);
    for (let left = floodBytes; left > 0; left -= chunk.length) {
      socket.write(chunk.subarray(0, left), (error) => {
        flooded += error ? 0 : chunk.length;
      });
    }
  };
  const merchant = await rawMerchant((socket, request) => {
    const target = request.split(' ')[1] ?? '';
    const [path = '', query = ''] = target.split('?');
    if (path === '/flood') return flood(socket, request);
    if (path === '/429' || path === '/503') return retryAfter(path, query)(socket, request);
    (faults[path] ?? answering('404 Not Found'))(socket, request);
  });
  onTestFinished(() => merchant.close());
  const refusingUrl = `http://127.0.0.1:${await freePort()}`;
  const tlsUrl = `https://127.0.0.1:${await listening(tlsFront())}`;
  return { ...merchant, refusingUrl, tlsUrl, flooded: () => flooded };
}

function retryAfter(path: string, query: string): Reply {
  const status = path === '/429' ? '429 Too Many Requests' : '503 Service Unavailable';
  return answering(status, { 'Retry-After': decodeURIComponent(query.split('&', 1)[0] ?? '') }, '');
}

function before(status: string): Reply {
  return (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    answering('200 OK')(socket, '');
  };
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
  repeat(socket, 'a');
}

/** Sends the same text every 20 ms until the other side closes. */
function repeat(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Answers clients that trust its certificate. */
function tlsFront(): Server {
  const { certificate, key } = certificates['self-signed']();
  const pem = { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) };
  const server = createTlsServer(pem, (socket) => {
    socket.on('error', () => undefined);
    answering('200 OK')(socket, '');
  });
  // A client that disconnects because it does not trust us.
  server.on('tlsClientError', () => undefined);
  onTestFinished(() => {
    server.close();
  });
  return server;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  return (server.address() as AddressInfo).port;
}
