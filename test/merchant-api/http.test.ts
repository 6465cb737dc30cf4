import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged, opened, parsedAnswer, type RawAnswer } from '../support/raw-socket.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const path = '/api/v1/transaction/walletA/verify';
const form = new URLSearchParams(rightFields['walletA/verify']).toString();
const keys =
  'Authorization: Bearer demo_test_token\r\nX-API-KEY: demo_api_key\r\nContent-Type: application/x-www-form-urlencoded\r\n';

let sandbox: TestSandbox;
let url: string;
beforeEach(async () => {
  sandbox = await freshSandbox();
  url = await sandbox.listen();
});

const host = () => `Host: ${new URL(url).host}\r\n`;
const start = () => `POST ${path} HTTP/1.1\r\n${host()}${keys}`;

async function send(...bytes: (string | Uint8Array)[]): Promise<RawAnswer> {
  return parsedAnswer(await exchanged(url, ...bytes));
}

async function logLength(): Promise<number> {
  return (await sandbox.control('requests')).json.data.length;
}

/** A 413 in the API's format, after which the server closes the connection. */
function expectTooLarge(answer: RawAnswer): void {
  expect(JSON.parse(answer.body)).toEqual({
    error: { status: 413, message: expect.stringContaining('65536') },
  });
  expect(answer.status).toBe(413);
  expect(answer.headers.get('connection')).toBe('close');
}

/** A valid form of exactly this size in bytes. */
const formOf = (size: number) => `${form}&x=${'x'.repeat(size - form.length - 3)}`;

describe('Over 64 KiB: 413 in the envelope, connection closed', () => {
  it('64 KiB itself is read', async () => {
    const answer = await send(
      `${start()}Content-Length: 65536\r\nConnection: close\r\n\r\n${formOf(65_536)}`,
    );
    expect(answer.status).toBe(200);
  });

  it('One byte more', async () => {
    expectTooLarge(await send(`${start()}Content-Length: 65537\r\n\r\n${formOf(65_537)}`));
  });

  it('1 GB declared: before any of it was sent', async () => {
    expectTooLarge(await send(`${start()}Content-Length: 1073741824\r\n\r\n`));
  });

  it.each(['10000000000000000', '9007199254740993'])('%s bytes declared', async (length) => {
    expectTooLarge(await send(`${start()}Content-Length: ${length}\r\n\r\n`));
  });

  it('In chunks, without an end', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x40_00)}\r\n`;
    expectTooLarge(await send(`${start()}Transfer-Encoding: chunked\r\n\r\n`, ...Array(5).fill(chunk)));
  });

  it('Memory stays flat while a client goes on sending', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x10_00_00)}\r\n`;
    const before = process.memoryUsage().arrayBuffers;
    for (let time = 0; time < 10; time += 1) {
      expectTooLarge(await send(`${start()}Transfer-Encoding: chunked\r\n\r\n`, chunk, chunk, chunk, chunk));
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);
  });

  it('64 KiB in chunks are read', async () => {
    const chunks = [formOf(65_536).slice(0, 30_000), formOf(65_536).slice(30_000)];
    const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    const answer = await send(
      `${start()}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body}0\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
  });

  it('Nothing is learned without credentials, the size aside', async () => {
    const bare = `POST ${path} HTTP/1.1\r\n${host()}Content-Length: 65537\r\n\r\n`;
    expectTooLarge(await send(bare));
  });
});

describe("What is no HTTP gets Node's own 400 or 431, and no row", () => {
  const long = 'x'.repeat(17 * 1024);
  it.each([
    [
      'Content-Length with Transfer-Encoding',
      400,
      () => `${start()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'Transfer-Encoding that does not end in chunked',
      400,
      () => `${start()}Transfer-Encoding: gzip\r\n\r\n`,
    ],
    ['two lengths that differ', 400, () => `${start()}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
    ['a negative length', 400, () => `${start()}Content-Length: -1\r\n\r\n`],
    ['a length that is no number', 400, () => `${start()}Content-Length: 5x\r\n\r\nabcde`],
    ['a missing Host', 400, () => `POST ${path} HTTP/1.1\r\n${keys}Content-Length: 0\r\n\r\n`],
    ['a header block over 16 KB', 431, () => `${start()}X-Long: ${long}\r\n\r\n`],
    ['a URL over 16 KB', 431, () => `POST ${path}?${long} HTTP/1.1\r\n${host()}${keys}\r\n`],
    ['a space in a header name', 400, () => `${start()}X Y: z\r\n\r\n`],
    ['a folded header', 400, () => `${start()}X-A: b\r\n c\r\nConnection: close\r\n\r\n`],
    ['a version that does not exist', 400, () => `POST ${path} HTTP/9.9\r\n${host()}\r\n`],
    ['a backslash in the path', 400, () => `POST /api\\x HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`],
    ['nonsense', 400, () => 'nonsense\r\n\r\n'],
    ['TLS', 400, () => '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003'],
  ])('%s', async (_what, status, bytes) => {
    expect((await send(Buffer.from(bytes(), 'latin1'))).status).toBe(status);
    expect(await logLength()).toBe(0);
    expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status).toBe(200);
  });

  it('A broken chunk', async () => {
    await exchanged(url, `${start()}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`);
    expect(await logLength()).toBe(0);
    expect((await sandbox.control('otps')).json.data).toEqual([]);
  });

  it.each(['', 'a b', 'http://127.0.0.1', '127.0.0.1:99999999', '[::1', '@', '127.0.0.1:4700, evil'])(
    'A bad Host: %j',
    async (bad) => {
      const answer = await send(
        `POST ${path} HTTP/1.1\r\nHost: ${bad}\r\n${keys}Content-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`,
      );
      expect(answer.status).toBe(400);
      expect((await sandbox.control('otps')).json.data).toEqual([]);
    },
  );
});

describe('What is HTTP is served', () => {
  it('Expect: 100-continue, which some clients send with their forms', async () => {
    const socket = await opened(url);
    socket.write(
      `${start()}Content-Length: ${form.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    const [first] = await once(socket, 'data');
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(form);
    const [second] = await once(socket, 'data');
    expect(String(second)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    socket.destroy();
  });

  it('A body that comes byte by byte', async () => {
    const answer = await send(
      `${start()}Content-Length: ${form.length}\r\nConnection: close\r\n\r\n`,
      ...form.split(''),
    );
    expect(answer.status).toBe(200);
  });

  it('Two requests on one connection, the second sent before the first is answered', async () => {
    const one = `${start()}Content-Length: ${form.length}\r\n\r\n${form}`;
    const last = `${start()}Content-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`;
    const text = await exchanged(url, one + last);
    expect(text.match(/"process_id":\d+/g)).toEqual([
      '"process_id":1000000000001',
      '"process_id":1000000000002',
    ]);
  });

  it('A request target in absolute form', async () => {
    const answer = await send(
      `POST ${url}${path} HTTP/1.1\r\n${host()}${keys}Content-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`,
    );
    expect(answer.status).toBe(200);
  });
});
