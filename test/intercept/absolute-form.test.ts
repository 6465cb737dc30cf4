import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { askedTunnel, credentialsOf, interceptionOf, tcpServer, webServer } from '../support/interception.ts';
import { exchanged, opened, parsedAnswer } from '../support/raw-socket.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';

const path = '/api/v1/transaction/walletB/verify';
const keys = 'Authorization: Bearer demo_test_token\r\nX-API-KEY: demo_api_key\r\n';
const form = 'mobile_number=0945678901&amount=10.00';

function verifyAt(target: string, headers: string): string {
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return `POST ${target} HTTP/1.1\r\n${headers}${keys}${type}Content-Length: ${form.length}\r\n\r\n${form}`;
}

describe('A request in absolute form, as axios before 1.16 sends it for an https URL', () => {
  it('is answered for HOST as one over HTTPS, with the host and the path of its URL', async () => {
    const { proxyUrl, sandbox, notes } = await interceptionOf(['api.example.test']);
    const headers = `Host: somewhere.test\r\nConnection: close\r\n${credentialsOf(proxyUrl)}`;
    const answer = await exchanged(proxyUrl, verifyAt(`https://api.example.test${path}?a=b`, headers));
    expect(parsedAnswer(answer)).toMatchObject({ status: 200, body: expect.stringContaining('process_id') });
    const { data } = (await sandbox.control('requests')).json;
    const { json: whole } = await sandbox.control(`requests/${data[0].id}`);
    expect(whole).toMatchObject({ path: `${path}?a=b`, headers: { host: 'api.example.test' } });
    expect(whole.headers).not.toHaveProperty('proxy-authorization');
    expect(whole.trace).toContainEqual(expect.objectContaining({ check: 'https', got: 'HTTPS' }));
    expect(await notes()).toEqual([]);
  });

  it('is refused without the password of the proxy, and named when the command has ended', async () => {
    const { proxyUrl, notes } = await interceptionOf(['api.example.test']);
    const headers = 'Host: api.example.test\r\nUser-Agent: axios/1.7.2\r\nConnection: close\r\n';
    const answer = await exchanged(proxyUrl, verifyAt(`https://api.example.test${path}`, headers));
    expect(parsedAnswer(answer).status).toBe(407);
    expect(await notes()).toEqual([
      'A client (axios/1.7.2) asked the proxy for api.example.test:443 without the user and password of HTTPS_PROXY.',
    ]);
  });

  it('for another host goes on over TLS, with the host’s certificate checked', async () => {
    const { proxyUrl, notes } = await interceptionOf(['api.example.test']);
    const { port } = await tlsMerchant(certificates['of an unknown authority']());
    const request = `GET https://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`;
    const { status, body } = parsedAnswer(await exchanged(proxyUrl, request));
    const sentence = `127.0.0.1:${port} cannot be reached: its certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE).`;
    expect([status, body]).toEqual([502, `${sentence}\n`]);
    expect(await notes()).toContain(`A client asked for another host, but ${sentence}`);
  });

  it('for another host gets its headers as soon as it sends them', async () => {
    const port = await webServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
    });
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const socket = await opened(proxyUrl);
    socket.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`);
    const [first] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
    socket.destroy();
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: text\/event-stream\r\n/);
  });

  it('also through the proxy that the user already has, in a tunnel', async () => {
    const asked: string[] = [];
    const proxy = await webServer(
      () => undefined,
      (request, socket) => {
        asked.push(request.url ?? '');
        socket.end('HTTP/1.1 200 OK\r\n\r\nno TLS');
      },
    );
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy}` };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    const request = `GET https://far.example/a HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`;
    const { status, body } = parsedAnswer(await exchanged(proxyUrl, request));
    expect([status, body]).toEqual([
      502,
      `far.example:443 cannot be reached through the proxy http://127.0.0.1:${proxy}: its answer is not TLS.\n`,
    ]);
    expect(asked).toEqual(['far.example:443']);
  });

  it('to a host that never answers the TLS handshake ends with 502', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test'], { connectMs: 200 });
    const port = await tcpServer(() => undefined);
    const request = `GET https://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`;
    expect(parsedAnswer(await exchanged(proxyUrl, request)).body).toBe(
      `127.0.0.1:${port} cannot be reached: it did not respond in time.\n`,
    );
  });
});

describe('Requests share a connection', () => {
  it('to the proxy, one after the other and pipelined, for HOST and another host', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const port = await webServer((request, response) => void response.end(`other ${request.url}`));
    const to = (url: string, close = '') =>
      `GET ${url} HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}${close}\r\n`;
    const answers = await exchanged(
      proxyUrl,
      to(`https://api.example.test${path}`) + to(`http://127.0.0.1:${port}/a`),
      to(`http://api.example.test${path}`) + to(`http://127.0.0.1:${port}/b`, 'Connection: close\r\n'),
    );
    expect(answers.match(/HTTP\/1\.1 \d+|other \/./g)).toEqual([
      ...['HTTP/1.1 405', 'HTTP/1.1 200', 'other /a', 'HTTP/1.1 405', 'HTTP/1.1 200', 'other /b'],
    ]);
  });

  it('in a tunnel, pipelined', async () => {
    const { proxyUrl, authority } = await interceptionOf(['api.example.test']);
    const { socket } = await askedTunnel(proxyUrl, 'api.example.test:443');
    const secure = connectTls({ socket, servername: 'api.example.test', ca: authority });
    await once(secure, 'secureConnect');
    secure.write(
      verifyAt(path, 'Host: api.example.test\r\n') +
        verifyAt(path, 'Host: api.example.test\r\nConnection: close\r\n'),
    );
    expect((await text(secure)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('a CONNECT after a request, with the password only the second time', async () => {
    const { proxyUrl, notes } = await interceptionOf(['api.example.test']);
    expect(parsedAnswer((await askedTunnel(proxyUrl, 'api.example.test:80', '')).said).status).toBe(407);
    const connect = `CONNECT api.example.test:80 HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n`;
    const answers = await exchanged(
      proxyUrl,
      `GET http://api.example.test${path} HTTP/1.1\r\nHost: a\r\n${credentialsOf(proxyUrl)}\r\n${connect}` +
        `GET ${path} HTTP/1.1\r\nHost: api.example.test\r\nConnection: close\r\n\r\n`,
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200', 'HTTP/1.1 405']);
    // A client that repeats the request with the password is served.
    expect(await notes()).toEqual([]);
  });
});
