import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { askedTunnel, credentialsOf, interceptionOf, tcpServer } from '../support/interception.ts';
import { exchanged, opened, parsedAnswer } from '../support/raw-socket.ts';

describe('Whatever another host does, the command goes on', () => {
  it.each([
    ['a status that there is none of', 'HTTP/1.1 000 None', 'its answer is no HTTP'],
    ['a control character', 'HTTP/1.1 200 a\u0001b', 'its answer is no HTTP'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9', 'its answer is no HTTP'],
    [
      'a change of the protocol that nobody asked for',
      'HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: x',
      'it changes the protocol unasked',
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

describe('Nothing is left of a connection', () => {
  it('to a host that still holds its half open when the command has ended', async () => {
    const { proxyUrl, close } = await interceptionOf(['api.example.test']);
    const { port, came } = await silentServer();
    const { socket } = await askedTunnel(proxyUrl, `127.0.0.1:${port}`);
    const far = await came;
    socket.end();
    await Promise.all([once(far.resume(), 'end'), close()]);
    expect(await refusal(far)).toMatchObject({ syscall: 'write' });
  });

  it('to a proxy of the user that never answers, when the client has gone', async () => {
    const { port, came } = await silentServer();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    const client = await opened(proxyUrl);
    client.write(`CONNECT far.example:443 HTTP/1.1\r\nHost: far.example\r\n${credentialsOf(proxyUrl)}\r\n`);
    const far = await came;
    await once(far, 'data');
    client.destroy();
    await once(far, 'end');
  });
});

/** A server that takes one connection, and says nothing. */
async function silentServer(): Promise<{ readonly port: number; readonly came: Promise<Socket> }> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  return { port: await tcpServer(resolve), came: promise };
}

/** The first error of writing: the other side takes no more. */
async function refusal(far: Socket): Promise<Error> {
  for (;;) {
    const error = await new Promise<Error | null | undefined>((resolve) => far.write('more', resolve));
    if (error) return error;
  }
}
