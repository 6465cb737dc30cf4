import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ControlRequest, controlExchange } from '../../src/client/control-exchange.ts';
import { freshRawMerchant } from '../support/fresh.ts';
import { certificates } from '../support/tls-merchant.ts';

/** A server's actions on a connection once a complete request has arrived. */
type Script = (socket: Socket) => void;

const head = 'HTTP/1.1 200 OK\r\n';
/** Short only where the time-out itself is expected: a busy machine needs longer for everything else. */
const timeoutMs = 400;
const generousMs = 60_000;
const whole = { status: 200, location: undefined, isSandbox: false, body: Buffer.from('{}') };
const timeout = { kind: 'timeout', message: 'did not answer within 0.4 s' };
const noAnswer = { kind: 'broken', message: 'closed the connection without an answer' };
const cut = { kind: 'broken', message: 'broke off its answer' };
const noHttp = { kind: 'broken', message: expect.stringMatching(/^sent something that is not HTTP/) };

describe('An exchange settles whatever the server does', () => {
  it.each<[string, Script, object]>([
    ['nothing', () => undefined, timeout],
    ['only half a status line', (s) => s.write('HTTP/1.1 2'), timeout],
    ['a head without its end', (s) => s.write(`${head}A: b\r\n`), timeout],
    ['one header byte at a time', (s) => dripping(s, `${head}A: `, 'a'), timeout],
    ['one body byte at a time', (s) => dripping(s, `${head}Content-Length: 99999\r\n\r\n`, 'a'), timeout],
    [
      'one chunk at a time',
      (s) => dripping(s, `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
      timeout,
    ],
    ['100 Continue without end', (s) => dripping(s, '', 'HTTP/1.1 100 Continue\r\n\r\n'), timeout],
    ['103 Early Hints and then nothing', (s) => s.write('HTTP/1.1 103 Early Hints\r\n\r\n'), timeout],
    ['half a close', (s) => s.end(), noAnswer],
    ['half a close after half a head', (s) => s.end(head), noAnswer],
    ['a close', (s) => s.destroy(), noAnswer],
    ['a reset', (s) => s.resetAndDestroy(), noAnswer],
    [
      'a reset after the head',
      (s) => s.write(`${head}Content-Length: 2\r\n\r\n`, () => s.resetAndDestroy()),
      { kind: 'broken' },
    ],
    ['too little body', (s) => s.end(`${head}Content-Length: 9\r\n\r\n{}`), cut],
    ['a chunk cut short', (s) => s.end(`${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{}`), cut],
    ['a chunk of a bad length', (s) => s.end(`${head}Transfer-Encoding: chunked\r\n\r\nx\r\n{}`), noHttp],
    [
      '101 to a protocol',
      (s) => s.write('HTTP/1.1 101 Switching\r\nUpgrade: h\r\nConnection: Upgrade\r\n\r\n'),
      { kind: 'broken', message: 'answered 101 and changed the protocol' },
    ],
    ['101 and a close', (s) => s.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'), { status: 101 }],
    ['garbage', (s) => s.write('SSH-2.0-OpenSSH_9.0\r\n'), noHttp],
    ['a TLS alert', (s) => s.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])), noHttp],
    ['two lengths', (s) => s.end(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), noHttp],
    [
      'a length and chunks',
      (s) => s.end(`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      noHttp,
    ],
    ['a negative length', (s) => s.end(`${head}Content-Length: -1\r\n\r\n{}`), noHttp],
    ['headers without end', (s) => flooding(s, head, `A: ${'a'.repeat(1000)}\r\n`), noHttp],
    [
      'a body without end',
      (s) => flooding(s, `${head}\r\n`, 'a'.repeat(1000)),
      { kind: 'broken', message: 'sent more than 4096 bytes' },
    ],
    ['too much body', (s) => s.end(`${head}Content-Length: 2\r\n\r\n{}{}`), noHttp],
    ['a body until the close', (s) => s.end('HTTP/1.0 200 OK\r\n\r\n{}'), whole],
    [
      '103 and an answer',
      (s) => s.end(`HTTP/1.1 103 Early Hints\r\n\r\n${head}Content-Length: 2\r\n\r\n{}`),
      whole,
    ],
    ['an answer, and no close', (s) => s.write(`${head}Content-Length: 2\r\n\r\n{}`), whole],
    [
      'an answer and a reset',
      (s) => s.write(`${head}Content-Length: 2\r\n\r\n{}`, () => s.resetAndDestroy()),
      whole,
    ],
    [
      'a redirect',
      (s) => s.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n'),
      {
        status: 302,
        location: 'http://127.0.0.1:9/',
      },
    ],
  ])('%s', async (_, script, expected) => {
    const server = await freshRawMerchant(script);
    expect(await settled(server.url, { maxBytes: 4096, ...inTime(expected) })).toMatchObject(expected);
    // The connection is closed after the exchange.
    await server.left();
  });

  it('a server that accepts no more connections, and one that is gone', async () => {
    const server = await freshRawMerchant();
    await server.close();
    expect(await settled(server.url)).toMatchObject({ kind: 'unreachable' });
    expect(await settled('http://127.0.0.1:0')).toMatchObject({ kind: 'unreachable' });
    expect(await settled('http://no-such-host.invalid')).toMatchObject({ kind: 'unreachable' });
  });

  it('reads the status alone of a body without end', async () => {
    const server = await freshRawMerchant((socket) => flooding(socket, `${head}\r\n`, 'a'.repeat(1000)));
    expect(await settled(server.url, { maxBytes: 0 })).toEqual({ ...whole, body: Buffer.alloc(0) });
    await server.left();
  });

  it('a token that fits into no header is an error in words', async () => {
    const server = await freshRawMerchant();
    expect(await settled(server.url, { headers: { Authorization: 'Bearer \n' } })).toMatchObject({
      kind: 'broken',
      message: expect.stringMatching(/^cannot be asked: /),
    });
  });

  it("the caller's signal ends it with the signal's reason, before and during", async () => {
    const server = await freshRawMerchant(() => controller.abort(reason));
    const controller = new AbortController();
    const reason = new Error('enough');
    expect(await settled(server.url, { signal: controller.signal })).toBe(reason);
    expect(await settled(server.url, { signal: controller.signal })).toBe(reason);
    await server.left();
  });
});

describe('An exchange over TLS', () => {
  it('a certificate that is not trusted, unless any will do', async () => {
    const url = await tlsServer((socket) => socket.end(`${head}Content-Length: 2\r\n\r\n{}`));
    expect(await settled(url)).toMatchObject({ kind: 'untrusted' });
    expect(await settled(url, { trustAnyCertificate: true })).toEqual(whole);
  });

  it.each<[string, Script, object]>([
    ['a handshake that never answers', () => undefined, timeout],
    ['an alert', (s) => s.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])), { kind: 'broken' }],
    ['plain HTTP', (s) => s.end('HTTP/1.1 400 Bad Request\r\n\r\n'), { kind: 'broken' }],
    ['a close', (s) => s.end(), { kind: 'broken' }],
    ['a reset', (s) => s.resetAndDestroy(), { kind: 'broken' }],
  ])('%s', async (_, script, expected) => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => script(socket)),
    );
    const url = (await listening(server)).replace('http:', 'https:');
    expect(await settled(url, inTime(expected))).toMatchObject(expected);
  });

  it('HTTP to a TLS port', async () => {
    const url = await tlsServer(() => undefined);
    expect(await settled(url.replace('https:', 'http:'))).toMatchObject({ kind: 'broken' });
  });

  async function tlsServer(script: Script): Promise<string> {
    const { certificate, key } = certificates['of an unknown authority']();
    const pem = key.export({ type: 'pkcs8', format: 'pem' });
    const server = createTlsServer({ cert: certificate.toString(), key: pem }, (socket) => {
      socket.on('error', () => undefined).once('data', () => script(socket));
    });
    server.on('tlsClientError', () => undefined);
    return (await listening(server)).replace('http:', 'https:');
  }
});

/** The result or the error. */
async function settled(url: string, outgoing: Partial<ControlRequest> = {}): Promise<unknown> {
  const given = { method: 'GET', timeoutMs: generousMs, ...outgoing };
  return controlExchange(new URL(url), given).catch((error: unknown) => error);
}

function inTime(expected: object): Partial<ControlRequest> {
  return expected === timeout ? { timeoutMs } : {};
}

function dripping(socket: Socket, start: string, each: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(each), 5);
  socket.once('close', () => clearInterval(timer));
}

function flooding(socket: Socket, start: string, each: string): void {
  socket.write(start);
  const flood = () => {
    while (!socket.destroyed && socket.write(each));
  };
  socket.on('drain', flood);
  flood();
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A listening TCP server has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
