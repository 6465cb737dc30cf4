import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerBroken } from '../../src/http/broken-requests.ts';
import { listen } from '../../src/http/server.ts';
import { freshSandbox } from '../support/fresh.ts';
import { credentialsOf, interceptionOf } from '../support/interception.ts';
import { verified } from '../support/merchant-api.ts';
import { rawCall, statusesIn, verifyPath } from '../support/raw-call.ts';
import { exchanged, opened } from '../support/raw-socket.ts';
import { certificates } from '../support/tls-merchant.ts';

const confirmPath = '/api/v1/transaction/walletB/confirm';
const close = { head: 'Connection: close\r\n' };
const delayed = { head: 'X-Sandbox-Delay: 50ms\r\n' };

describe('What is not HTTP is answered after the calls before it', () => {
  it('A body longer than its Content-Length: the client learns that its payment was completed', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const fields = { ...(await verified(sandbox, 'walletB')), invoice_no: 'INV-123' };
    const text = await exchanged(url, rawCall(url, { path: confirmPath, fields, offBy: -1 }));
    expect(text).toContain('Transaction completed successfully');
    expect(statusesIn(text)).toEqual([200, 400]);
    const { data } = (await sandbox.control('transactions')).json;
    expect(data).toMatchObject([{ invoice_no: 'INV-12', verdict: { kind: 'replied' } }]);
  });

  it.each<[string, (url: string) => string, readonly number[]]>([
    ['bytes after a call that closes the connection', (url) => `${rawCall(url, close)}more`, [200]],
    ['an empty line after it', (url) => `${rawCall(url, close)}\r\n`, [200]],
    [
      'bytes after two calls, the first one delayed',
      (url) => `${rawCall(url, delayed)}${rawCall(url)}junk\r\n\r\n`,
      [200, 200, 400],
    ],
    [
      'headers over 16 KB',
      (url) => `${rawCall(url, delayed)}GET / HTTP/1.1\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
      [200, 431],
    ],
    [
      'a broken body',
      (url) =>
        `${rawCall(url, delayed)}POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n`,
      [200, 400],
    ],
    ['nothing before it', () => 'junk\r\n\r\n', [400]],
  ])('%s', async (_name, bytes, statuses) => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    expect(statusesIn(await exchanged(url, bytes(url)))).toEqual(statuses);
  });

  it('over TLS', async () => {
    const sandbox = await freshSandbox();
    const { certificate, key } = certificates['self-signed']();
    const tls = { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) };
    const listening = await listen(sandbox.app, { host: undefined, port: 0, tls });
    onTestFinished(() => listening.close(0));
    const { port } = listening;
    const socket = connectTls({ port, host: 'localhost', rejectUnauthorized: false });
    socket.write(`${rawCall(`https://localhost:${port}`, delayed)}junk\r\n\r\n`);
    expect(statusesIn(Buffer.concat(await socket.toArray()).toString())).toEqual([200, 400]);
  });

  it('by the proxy of exec --intercept, which still names it', async () => {
    const { proxyUrl, notes } = await interceptionOf(['api.example.test']);
    const credentials = credentialsOf(proxyUrl);
    const path = `http://api.example.test${verifyPath}`;
    for (const [head, statuses] of [
      [credentials, [200, 400]],
      [`${credentials}Connection: close\r\n`, [200]],
    ] as const)
      expect(statusesIn(await exchanged(proxyUrl, rawCall(proxyUrl, { path, head, offBy: -1 })))).toEqual(
        statuses,
      );
    expect(await notes()).toEqual([
      expect.stringMatching(
        /^A client sent the proxy something that is not HTTP\/1\.1 \(HPE_INVALID_METHOD\)/,
      ),
      expect.stringMatching(/^A client sent the proxy something that is not HTTP\/1\.1 \(HPE_CLOSED_CONN/),
    ]);
  });

  it('a request that never ends', async () => {
    const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 10 });
    server.on('request', (_request, response) => void setTimeout(() => response.end(), 300));
    answerBroken(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    // A listening TCP server has an address with a port.
    const { port } = server.address() as AddressInfo;
    const whole = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(statusesIn(await exchanged(`http://127.0.0.1:${port}`, `${whole}GET /`))).toEqual([200, 408]);
  });
});

it.each([
  ['junk', 'junk\r\n\r\n'],
  ['half a call', 'POST /api'],
])('A client that leaves after %s is noticed: the response was lost', async (_name, rest) => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const fields = await verified(sandbox, 'walletB');
  const socket = await opened(url);
  const head = 'X-Sandbox-Delay: 60s\r\n';
  socket.write(rawCall(url, { path: confirmPath, fields, head }) + rest);
  await expect.poll(() => sandbox.runtime.store.transactions.get(100_001)?.status).toBe('completed');
  socket.end();
  await expect
    .poll(async () => (await sandbox.control('transactions/100001')).json.verdict.kind)
    .toBe('unanswered');
});
