import { once } from 'node:events';
import type { Socket } from 'node:net';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { credentialsOf, interceptionOf, tcpServer } from '../support/interception.ts';
import { exchanged, opened, parsedAnswer } from '../support/raw-socket.ts';

describe('Whatever another host does, the command goes on', () => {
  it.each([
    ['a status that there is none of', 'HTTP/1.1 000 None', 'its answer is not HTTP'],
    ['a control character', 'HTTP/1.1 200 a\u0001b', 'its answer is not HTTP'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9', 'its answer is not HTTP'],
    [
      'a change of the protocol that nobody asked for',
      'HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: x',
      'it answered 101 Switching Protocols, which the request did not ask for',
    ],
  ])('which answers %s: 502 with a sentence', async (_what, head, why) => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const port = await tcpServer((socket) => {
      socket.once('data', () => socket.write(`${head}\r\n\r\n`, 'latin1'));
    });
    const request = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`;
    expect(parsedAnswer(await exchanged(proxyUrl, request))).toMatchObject({
      status: 502,
      body: `127.0.0.1:${port} cannot be reached: ${why}.\n`,
    });
  });
});

describe('When the command has ended, nothing is left of a connection', () => {
  it('to a host that still holds its half open: `exec` ends too', async () => {
    const { port, came } = await silentServer();
    const client = `const { hostname, port, username, password } = new URL(process.env.HTTPS_PROXY);
      const credentials = Buffer.from(username + ':' + password).toString('base64');
      const socket = require('node:net').connect(port, hostname, () => socket.write(
        'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: a\\r\\nProxy-Authorization: Basic ' + credentials + '\\r\\n\\r\\n'));
      socket.once('data', () => socket.end(() => process.exit(7)));`;
    const exec = runCli(['exec', '--intercept', 'api.example.test', '--', execPath, '-e', client]);
    await once((await came).resume(), 'end');
    expect(await exec.ended).toMatchObject({ code: 7 });
  });

  it('to a proxy of the user that never answers', async () => {
    const { port, came } = await silentServer();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const { proxyUrl, close } = await interceptionOf(['api.example.test'], { env });
    const client = await opened(proxyUrl);
    client.write(`CONNECT far.example:443 HTTP/1.1\r\nHost: far.example\r\n${credentialsOf(proxyUrl)}\r\n`);
    const far = await came;
    await once(far, 'data');
    await Promise.all([once(far, 'end'), close()]);
  });
});

/** A server that accepts one connection and sends nothing. */
async function silentServer(): Promise<{ readonly port: number; readonly came: Promise<Socket> }> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  return { port: await tcpServer(resolve), came: promise };
}
