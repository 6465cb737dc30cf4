import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { askedTunnel, credentialsOf, interceptionOf, tcpServer, webServer } from '../support/interception.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { exchanged, opened, parsedAnswer } from '../support/raw-socket.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';

const needsPassword = 'This proxy needs the user and password in HTTPS_PROXY.\n';

describe('Another host is tunnelled', () => {
  it('byte for byte, each half until its side ends it', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const port = await tcpServer(async (socket) => {
      const came = Buffer.concat(await socket.toArray());
      socket.end(came.reverse());
    });
    const { socket, said } = await askedTunnel(proxyUrl, `127.0.0.1:${port}`);
    expect(said).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
    const sent = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7919) % 251));
    socket.end(sent);
    expect(Buffer.concat(await socket.toArray()).equals(Buffer.from(sent).reverse())).toBe(true);
  });

  it('in both directions also after the host has ended its half, and what comes with the CONNECT itself', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const { promise: whole, resolve } = Promise.withResolvers<string>();
    const port = await tcpServer(async (socket) => {
      socket.end('hello');
      resolve(await text(socket));
    });
    const socket = connect({ port: Number(new URL(proxyUrl).port), allowHalfOpen: true });
    const credentials = credentialsOf(proxyUrl);
    socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${credentials}\r\nearly `);
    await once(socket.resume(), 'end');
    socket.end('and late');
    expect(await whole).toBe('early and late');
  });

  it('with its own certificate before the client', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const identity = certificates['self-signed']();
    const merchant = await tlsMerchant(identity);
    const { socket } = await askedTunnel(proxyUrl, `127.0.0.1:${merchant.port}`);
    const secure = connectTls({ socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    expect(secure.getPeerX509Certificate()?.fingerprint256).toBe(identity.certificate.fingerprint256);
    secure.end('GET /there HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(secure)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(merchant.arrivals).toEqual(['/there']);
  });

  it('a plain request goes on without what was for the proxy alone', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const port = await webServer(async (request, response) => {
      response
        .writeHead(201, { 'X-Seen': 'yes' })
        .end(JSON.stringify([request.url, request.rawHeaders, await text(request)]));
    });
    const answer = parsedAnswer(
      await exchanged(
        proxyUrl,
        `POST http://127.0.0.1:${port}/a?b=c HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Own: 1\r\n${credentialsOf(proxyUrl)}` +
          'Connection: close, X-Hop\r\nX-Hop: 2\r\nContent-Length: 4\r\n\r\nbody',
      ),
    );
    expect([answer.status, answer.headers.get('x-seen')]).toEqual([201, 'yes']);
    const headers = ['Host', `127.0.0.1:${port}`, 'X-Own', '1', 'Content-Length', '4', 'Connection', 'close'];
    expect(JSON.parse(answer.body.split('\r\n')[1] ?? '')).toEqual(['/a?b=c', headers, 'body']);
  });

  it('which is left when the client goes in the middle of an answer', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const port = await webServer((_request, response) => {
      response.on('close', resolve).write('the first half');
    });
    const socket = await opened(proxyUrl);
    const there = `127.0.0.1:${port}`;
    socket.write(`GET http://${there}/ HTTP/1.1\r\nHost: ${there}\r\n${credentialsOf(proxyUrl)}\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await gone;
  });

  it('whose answer breaks off breaks off for the client too', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const port = await webServer((_request, response) => {
      response.write('the first half', () => response.destroy());
    });
    const socket = await opened(proxyUrl);
    const there = `127.0.0.1:${port}`;
    const closed = once(socket, 'close');
    socket.write(`GET http://${there}/ HTTP/1.1\r\nHost: ${there}\r\n${credentialsOf(proxyUrl)}\r\n`);
    const came = await text(socket);
    await closed;
    expect(came).toContain('the first half');
    expect(came).not.toMatch(/\r\n0\r\n\r\n$/);
  });

  it('what cannot be reached is answered 502 with a sentence', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const there = `127.0.0.1:${await freePort()}`;
    const sentence = `${there} cannot be reached: the connection was refused.\n`;
    expect(parsedAnswer((await askedTunnel(proxyUrl, there)).said)).toMatchObject({
      status: 502,
      body: sentence,
    });
    const plain = `GET http://${there}/ HTTP/1.1\r\nHost: ${there}\r\n${credentialsOf(proxyUrl)}\r\n`;
    expect(parsedAnswer(await exchanged(proxyUrl, plain))).toMatchObject({ status: 502, body: sentence });
  });

  it('or, by choice, refused', async () => {
    const { proxyUrl, notes } = await interceptionOf(['api.example.test'], { otherHosts: 'refuse' });
    const { said } = await askedTunnel(proxyUrl, 'shop.example:443');
    expect(parsedAnswer(said)).toMatchObject({
      status: 403,
      body: 'shop.example:443 is not intercepted, and --other-hosts refuse blocks every other host.\n',
    });
    expect((await notes()).at(-1)).toBe('--other-hosts refuse blocked shop.example:443.');
  });
});

describe('The proxy serves the command alone', () => {
  it('without its user and password: 407, before anything is said of a host', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const wrong = credentialsOf('http://sandbox:wrong@127.0.0.1');
    for (const credentials of ['', wrong, 'Proxy-Authorization: Bearer x\r\n'])
      for (const target of ['api.example.test:443', '127.0.0.1:1']) {
        const { said } = await askedTunnel(proxyUrl, target, credentials);
        expect(parsedAnswer(said)).toMatchObject({ status: 407, body: needsPassword });
      }
    const plain = await exchanged(
      proxyUrl,
      'GET http://api.example.test/ HTTP/1.1\r\nHost: api.example.test\r\n\r\n',
    );
    const { status, headers, body } = parsedAnswer(plain);
    expect([status, headers.get('proxy-authenticate'), body]).toEqual([
      407,
      'Basic realm="gateway-sandbox"',
      needsPassword,
    ]);
  });

  it('a page of a browser can ask it for a path alone: 400, also the one that asks for no password', async () => {
    const { proxyUrl, javaProxyUrl } = await interceptionOf(['api.example.test']);
    for (const url of [proxyUrl, javaProxyUrl]) {
      const page = await fetch(`${new URL(url).origin}/api/v1/transaction/walletB/verify`, {
        method: 'POST',
      });
      expect([page.status, await page.text()]).toEqual([
        400,
        'This is the proxy of `gateway-sandbox exec --intercept`. It serves only requests that go through it: CONNECT host:port, or a whole http:// or https:// URL.\n',
      ]);
      const upgrade =
        'GET / HTTP/1.1\r\nHost: api.example.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
      expect(parsedAnswer(await exchanged(url, upgrade)).status).toBe(400);
    }
  });

  it('Java, which can send none, has one without a password', async () => {
    const { javaProxyUrl } = await interceptionOf(['api.example.test']);
    const { said } = await askedTunnel(javaProxyUrl, 'api.example.test:443');
    expect(said).toBe('HTTP/1.1 200 Connection established\r\n\r\n');
  });

  it('ends with the command, and its connections with it', async () => {
    const { proxyUrl, close } = await interceptionOf(['api.example.test']);
    const port = await tcpServer(() => undefined);
    const { socket } = await askedTunnel(proxyUrl, `127.0.0.1:${port}`);
    await Promise.all([once(socket, 'close'), close()]);
    await nobodyAnswers(proxyUrl);
  });
});
