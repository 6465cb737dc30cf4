import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../src/host/paths.ts';
import type { AppEnv } from '../../src/http/connection.ts';
import { listen } from '../../src/http/server.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type Step, scriptedServer } from '../support/scripted-server.ts';
import { certificates } from '../support/tls-merchant.ts';

const app = new Hono<AppEnv>();

describe('A port that another sandbox uses', () => {
  it('is refused with its version, its address, and what to do', async () => {
    const url = await (await freshSandbox()).listen();
    const address = new URL(url).host;
    await expect(listenAt(url)).rejects.toMatchObject({
      message: `${address} is in use by another sandbox (version ${version}). Use it at ${url}, stop it with \`gateway-sandbox stop --url ${url}\`, or choose another port with --port N (0 for a free one).`,
      sandbox: { url, version },
      cause: { code: 'EADDRINUSE' },
    });
  });

  it('is found over https too, and when it cannot store data', async () => {
    const failing = { status: 'failing', version: '2.0.0-beta.1' };
    const { certificate, key } = certificates['self-signed']();
    const tls = { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) };
    const health = new Hono<AppEnv>().get('/_sandbox/health', (c) => c.json(failing, 503));
    const { port, close } = await listen(health, { host: '127.0.0.1', port: 0, tls });
    onTestFinished(() => close(0));
    const url = `https://127.0.0.1:${port}`;
    await expect(listenAt(url)).rejects.toMatchObject({ sandbox: { url, version: '2.0.0-beta.1' } });
  });

  it.each(['0.0.0.0', undefined])('is found from a start with the host %s', async (host) => {
    const url = await (await freshSandbox()).listen();
    await expect(listenAt(url, host)).rejects.toMatchObject({ sandbox: { url } });
  });
});

describe('A port that a different program uses', () => {
  const json = (body: unknown): readonly Step[] => {
    const text = JSON.stringify(body);
    return ['request', { bytes: `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}` }];
  };

  it.each<[string, readonly Step[]]>([
    ['a web server', ['request', { bytes: 'HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno' }]],
    ['JSON that is no object', json(null)],
    ['a health check without a version', json({ status: 'ok' })],
    ['a version that is no text', json({ status: 'ok', version: { toString: 1 } })],
    ['a version that writes to the terminal', json({ status: 'ok', version: '1.0.0\u001b[2J' })],
    ['a version without end', json({ status: 'ok', version: `1.0.0-${'9'.repeat(60_000)}` })],
    ['a different status', json({ status: 'UP', version: '1.0.0' })],
    ['no HTTP', [{ bytes: '220 mail.test ESMTP\r\n' }, 'half-close']],
    ['a reset', ['reset']],
    ['an answer that never ends', ['request', { bytes: 'HTTP/1.1 200 OK\r\n\r\n' }, { drip: '{' }]],
    ['no answer', ['deaf']],
  ])('%s', async (_program, script) => {
    const { url } = await scriptedServer(script);
    await expect(listenAt(url)).rejects.toMatchObject({
      message: `${new URL(url).host} is in use by another process. Choose another port with --port N, or a free one with --port 0.`,
      sandbox: undefined,
    });
  });
});

function listenAt(url: string, host: string | undefined = new URL(url).hostname): Promise<unknown> {
  return listen(app, { host, port: Number(new URL(url).port), tls: undefined });
}
