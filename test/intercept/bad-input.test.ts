import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askedTunnel, credentialsOf, interceptionOf, webServer } from '../support/interception.ts';
import { exchanged, opened, parsedAnswer } from '../support/raw-socket.ts';

const host = 'api.example.test';
const path = '/api/v1/transaction/walletB/verify';

describe('A body that lies about its length', () => {
  const post = (length: number, credentials: string, more = '') =>
    `POST http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\n${credentials}${more}Content-Length: ${length}\r\n\r\n`;

  it.each(['in a tunnel', 'given to the proxy'])('and never ends is given up with 408: %s', async (way) => {
    const { proxyUrl, notes } = await interceptionOf([host], { bodyMs: 200 });
    const isTunnel = way === 'in a tunnel';
    const socket = isTunnel ? (await askedTunnel(proxyUrl, `${host}:80`)).socket : await opened(proxyUrl);
    onTestFinished(() => void socket.destroy());
    socket.write(`${post(99, isTunnel ? '' : credentialsOf(proxyUrl))}four`);
    expect(parsedAnswer(Buffer.concat(await socket.toArray()).toString()).status).toBe(408);
    const shown = isTunnel ? `${host}:80` : host;
    expect(await notes()).toEqual([
      `A client did not send ${shown} the 99 bytes that its Content-Length says within 0.2 s.`,
    ]);
  });

  it('and breaks off is named', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const socket = await opened(proxyUrl);
    await new Promise((resolve) => socket.write(`${post(99, credentialsOf(proxyUrl))}four`, resolve));
    socket.end();
    await once(socket.resume(), 'close');
    await expect
      .poll(notes)
      .toEqual([
        `A client closed the connection to ${host} before it had sent the 99 bytes that its Content-Length says.`,
      ]);
  });

  it('and is longer gets the answer to its request, then 400', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const answers = await exchanged(proxyUrl, `${post(2, credentialsOf(proxyUrl))}abmore bytes\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400');
    expect(await notes()).toEqual([
      'A client sent the proxy something that is not HTTP/1.1 (HPE_INVALID_METHOD). If a request came before it, compare its Content-Length with its body.',
    ]);
  });
});

describe('A client that loops', () => {
  it('through the proxy itself is stopped with 508', async () => {
    const { proxyUrl, javaProxyUrl, notes } = await interceptionOf([host]);
    for (const url of [proxyUrl, javaProxyUrl]) {
      const { port } = new URL(url);
      const { said } = await askedTunnel(proxyUrl, `127.0.0.1:${port}`);
      expect(parsedAnswer(said).status).toBe(508);
      const request = `GET http://localhost:${port}/ HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`;
      expect(parsedAnswer(await exchanged(proxyUrl, request)).status).toBe(508);
    }
    expect(await notes()).toEqual(['A client asked the proxy for the proxy itself (4 times).']);
  });

  it('over the same failure is counted; over ever new ones fills neither memory nor terminal', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const request = (at: number) =>
      `CONNECT nothing-${at} HTTP/1.1\r\nHost: a\r\nUser-Agent: l\u009b00p\r\n\r\n`;
    for (let at = 0; at < 30; at += 1) await exchanged(proxyUrl, request(Math.max(0, at - 5)));
    const said = await notes();
    expect(said).toHaveLength(21);
    expect(said[0]).toMatch(
      /^A client \(l\S*00p\) asked the proxy for a tunnel to "nothing-0", which is not host:port \(6 times\)\.$/,
    );
    expect(said.join('')).not.toMatch(/\p{Cc}/u);
    expect(said.at(-1)).toBe('5 more could not be served.');
  });
});

describe('A proxy request', () => {
  it('for the sandbox itself is served directly, also with --other-hosts refuse and a proxy of the user', async () => {
    const port = await webServer((request, response) => void response.end(`sandbox ${request.url}`));
    const env = { HTTP_PROXY: 'http://127.0.0.1:1' };
    const options = { otherHosts: 'refuse', env, sandboxUrl: `http://127.0.0.1:${port}` } as const;
    const { proxyUrl, notes } = await interceptionOf([host], options);
    const request = `GET http://localhost:${port}/checkout/1 HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}Connection: close\r\n\r\n`;
    expect(await exchanged(proxyUrl, request)).toContain('sandbox /checkout/1');
    expect((await askedTunnel(proxyUrl, `127.0.0.1:${port}`)).said).toContain(' 200 ');
    expect((await notes()).at(-1)).toMatch(/^No request for api\.example\.test came\. /);
  });

  it.each([
    ['GET /admin?token=secret', 'the path /admin, as if the proxy were the server'],
    ['GET ftp://u:secret@far.example/a', 'a URL that begins with ftp: and cannot be read'],
    ['GET https://u:secret@api.example.test/a', 'a URL that begins with https: and cannot be read'],
    ['OPTIONS *', 'something that is not a URL'],
  ])('that cannot be read, %s, is answered 400 and named without what may be secret', async (line, words) => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const answer = await exchanged(proxyUrl, `${line} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(parsedAnswer(answer).status).toBe(400);
    expect(await notes()).toEqual([`A client asked the proxy for ${words}.`]);
  });

  it('for a path that only the sandbox has is named', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const request = `GET https://${host}/health?key=secret HTTP/1.1\r\nHost: a\r\nUser-Agent: ping\r\n${credentialsOf(proxyUrl)}Connection: close\r\n\r\n`;
    expect(parsedAnswer(await exchanged(proxyUrl, request)).status).toBe(404);
    expect(await notes()).toEqual([
      `A client (ping) asked ${host} for GET /health, and under an intercepted host the sandbox serves only /api, /checkout and /assets.`,
    ]);
  });

  it('for another port of HOST than the one that is named goes to the live host, and says so', async () => {
    const { proxyUrl, notes } = await interceptionOf(['pay.invalid:8443'], { connectMs: 2000 });
    await askedTunnel(proxyUrl, 'pay.invalid:443');
    expect(await notes()).toContain(
      'pay.invalid:443 was not intercepted: --intercept names only port 8443. Write --intercept pay.invalid for every port.',
    );
  });

  it('for HOST by an IPv6 address is answered, in a tunnel and without', async () => {
    const { proxyUrl, authority, notes } = await interceptionOf(['[2001:db8::1]']);
    const address = '[2001:db8::1]';
    const head = `HTTP/1.1\r\nHost: ${address}\r\n${credentialsOf(proxyUrl)}Connection: close\r\n\r\n`;
    expect(parsedAnswer(await exchanged(proxyUrl, `GET https://${address}${path} ${head}`)).status).toBe(405);
    const { socket } = await askedTunnel(proxyUrl, `${address}:443`);
    const secure = connectTls({ socket, host: '2001:db8::1', ca: authority });
    secure.write(`GET ${path} HTTP/1.1\r\nHost: ${address}\r\nConnection: close\r\n\r\n`);
    expect(parsedAnswer(Buffer.concat(await secure.toArray()).toString()).status).toBe(405);
    expect(secure.authorized).toBe(true);
    expect(await notes()).toEqual([]);
  });
});
