import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { preflight } from '../../src/compare/preflight.ts';
import { tcpServer } from '../support/interception.ts';
import { answering, type Reply } from '../support/raw-merchant.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';
import { at, html, service } from './hostile-service.ts';
import { liveService, serviceOf } from './live.ts';

const named = (token: string) => token;

describe('A comparison does not begin', () => {
  it.each<[string, Reply, RegExp]>([
    [
      'with a web page',
      answering('200 OK', html, '<h1>Welcome</h1>'),
      /answered 200 with text\/html\. Is --base-url/,
    ],
    ['with a redirect', answering('302 Found', { Location: 'https://example.com/' }), /answered 302/],
    ['with an error page', answering('502 Bad Gateway', html, '<h1>Bad Gateway</h1>'), /answered 502/],
    [
      'with half an answer',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
      /did not answer: .*cut off/,
    ],
    ['with no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /did not answer/],
    [
      'with other JSON',
      answering('200 OK', { 'Content-Type': 'application/json' }, '{"ok":true}'),
      /JSON that the API does not have/,
    ],
    [
      'with JSON that is no object',
      answering('200 OK', { 'Content-Type': 'application/json' }, '[1]'),
      /answered 200/,
    ],
  ])('%s', async (_name, reply, sentence) => {
    await expect(at(reply, (url) => preflight(service(url), named, false))).rejects.toThrow(sentence);
  });

  it.each(Object.entries(certificates))(
    'with a certificate that is %s, and sends no key',
    async (_kind, certificate) => {
      const server = await tlsMerchant(certificate());
      await expect(preflight(service(server.url), named, false)).rejects.toThrow(
        /did not answer: .*certificate/,
      );
      expect(server.arrivals).toEqual([]);
    },
  );

  it.each<[string, (socket: Socket) => void]>([
    ['closes in the TLS handshake', (socket) => socket.end()],
    ['resets in the TLS handshake', (socket) => socket.resetAndDestroy()],
    ['answers the TLS handshake with an alert', (socket) => socket.end(Buffer.from('15030300020228', 'hex'))],
    ['answers the TLS handshake in HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('with a server that %s', async (_name, reply) => {
    const port = await tcpServer((socket) => void socket.once('data', () => reply(socket)));
    const url = `https://127.0.0.1:${port}`;
    await expect(preflight(service(url), named, false)).rejects.toThrow(/did not answer: /);
  });

  it('where nothing listens', async () => {
    await expect(preflight(service('http://127.0.0.1:9'), named, false)).rejects.toThrow(
      /did not answer: connection refused/,
    );
  });

  it('with wrong keys', async () => {
    const live = await liveService();
    const wrong = { ...serviceOf(live), accessToken: 'wrong' };
    await expect(preflight(wrong, named, false)).rejects.toThrow(/rejects the API key or the access token/);
  });

  it('with a live token that nobody named as one', async () => {
    const live = await liveService();
    const real = { ...serviceOf(live), accessToken: live.account.accessTokens.live };
    await expect(preflight(real, named, false)).rejects.toThrow(
      /as it does for live tokens\. Use a test token, or add --live\./,
    );
    expect(await preflight(real, named, true)).toMatchObject({ isSandbox: true });
  });
});
