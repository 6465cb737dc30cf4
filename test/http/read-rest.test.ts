import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged, opened, parsedAnswer } from '../support/raw-socket.ts';

const megabyte = 1024 * 1024;

/**
 * A proxy that behaves like nginx by default: it receives the whole request before it connects and forwards
 * it, gives up on the first write error, and turns each error into a 502. It reads the answer only after
 * sending everything.
 */
async function proxyTo(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createServer((client) => {
    const chunks: Buffer[] = [];
    client.on('error', () => undefined);
    client.on('data', (chunk) => {
      chunks.push(chunk);
      const request = Buffer.concat(chunks);
      const [, length = '0'] = /content-length: (\d+)/i.exec(request.toString('latin1', 0, 2000)) ?? [];
      const head = request.indexOf('\r\n\r\n') + 4;
      if (head < 4 || request.length < head + Number(length)) return;
      client.removeAllListeners('data');
      const far = connect({ host: hostname, port: Number(port) });
      far.pause();
      far.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'));
      far.write(request, (error) => {
        if (!error) far.pipe(client);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sent = (path: string, host: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n${'x'.repeat(bytes)}`;

describe('An answer that comes before the end of a large body reaches its client', () => {
  it.each([
    ['/api/v1/transaction/walletA/verify', 413, megabyte / 2],
    ['/api/v1/transaction/walletA/verify', 413, 2 * megabyte],
    ['/_sandbox/api/faults', 413, 2 * megabyte],
    ['/_sandbox/nothing', 404, 2 * megabyte],
  ])('%s: %d for %d bytes, through a proxy as well', async (path, status, bytes) => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const { host } = new URL(url);
    const proxy = await proxyTo(url);
    for (const way of [url, proxy])
      expect(parsedAnswer(await exchanged(way, sent(path, host, bytes))).status).toBe(status);
  });

  it('is sent at once, whatever its client still sends', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const socket = await opened(url);
    socket.write(
      `POST /api/x HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: ${megabyte}\r\n\r\n${'x'.repeat(1000)}`,
    );
    const [answer] = await once(socket, 'data');
    expect(parsedAnswer(String(answer)).status).toBe(413);
    socket.write('x'.repeat(1000));
    socket.destroy();
  });

  it('and a client that goes on for ever is closed', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const socket = await opened(url);
    socket.on('error', () => undefined);
    const chunk = Buffer.alloc(megabyte);
    const more = (error?: Error | null) => {
      if (!error) socket.write(chunk, more);
    };
    socket.write(
      `POST /api/x HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: ${1024 * megabyte}\r\n\r\n`,
    );
    more();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesWritten).toBeLessThan(122 * megabyte);
  });
});
