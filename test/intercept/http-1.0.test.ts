import { describe, expect, it } from 'vitest';
import { credentialsOf, interceptionOf, webServer } from '../support/interception.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';

describe('A client of HTTP/1.0 that asks the proxy for another host', () => {
  const parts = () =>
    webServer((request, response) => {
      response.write('one ');
      response.end(`two ${request.headers.host}`);
    });

  it.each(['', 'Connection: keep-alive\r\n'])(
    'gets an answer of unknown length without chunks, until the connection ends: %j',
    async (header) => {
      const { proxyUrl } = await interceptionOf(['api.example.test']);
      const port = await parts();
      // HTTP/1.0 needs no `Host`, and the host behind needs one.
      const request = `GET http://127.0.0.1:${port}/ HTTP/1.0\r\n${header}${credentialsOf(proxyUrl)}\r\n`;
      const { headers, body } = parsedAnswer(await exchanged(proxyUrl, request));
      expect(headers.get('connection')).toBe('close');
      expect(headers.get('transfer-encoding')).toBeUndefined();
      expect(body).toBe(`one two 127.0.0.1:${port}`);
    },
  );

  it('unlike one of HTTP/1.1, which gets chunks', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const request = `GET http://127.0.0.1:${await parts()}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${credentialsOf(proxyUrl)}\r\n`;
    const { headers } = parsedAnswer(await exchanged(proxyUrl, request));
    expect(headers.get('transfer-encoding')).toBe('chunked');
  });
});
