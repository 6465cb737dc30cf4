import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { askedTunnel, credentialsOf, interceptionOf, tcpServer, webServer } from '../support/interception.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';

interface UserProxy {
  readonly port: number;
  /** Its requests, with their credentials. */
  readonly asked: string[][];
}

/** A proxy that the user already has, with a password. */
async function userProxy(): Promise<UserProxy> {
  const asked: string[][] = [];
  const port = await webServer(
    (request, response) => {
      asked.push([request.url ?? '', request.headers['proxy-authorization'] ?? '']);
      response.end('by the proxy');
    },
    (request, socket) => {
      const credentials = request.headers['proxy-authorization'] ?? '';
      const target = request.url ?? '';
      asked.push([target, credentials]);
      if (credentials === '') return void socket.end('HTTP/1.1 407 Who\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const far = connect(Number(target.split(':')[1]), '127.0.0.1');
      socket.pipe(far).pipe(socket);
    },
  );
  return { port, asked };
}

const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;

describe('A proxy that the user has already', () => {
  it('is the way to the hosts that are tunnelled, with its user and password', async () => {
    const proxy = await userProxy();
    const env = {
      HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}`,
      http_proxy: `http://127.0.0.1:${proxy.port}`,
    };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    const port = await tcpServer((socket) => void socket.end('hello'));
    const { socket, said } = await askedTunnel(proxyUrl, `far.example:${port}`);
    const rest = Buffer.concat(await socket.toArray()).toString();
    expect(said + rest).toBe('HTTP/1.1 200 Connection established\r\n\r\nhello');
    expect(proxy.asked).toEqual([[`far.example:${port}`, basic]]);
  });

  it('also one that hands on what the host says first together with its own answer', async () => {
    const port = await webServer(
      () => undefined,
      (_request, socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nhello'),
    );
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    const { socket, said } = await askedTunnel(proxyUrl, 'far.example:443');
    const rest = Buffer.concat(await socket.toArray()).toString();
    expect(said + rest).toBe('HTTP/1.1 200 Connection established\r\n\r\nhello');
  });

  it('for plain requests too, which it is given whole', async () => {
    const proxy = await userProxy();
    const env = { http_proxy: `me:p%40ss@127.0.0.1:${proxy.port}` };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    const request = `GET http://far.example/a HTTP/1.1\r\nHost: far.example\r\n${credentialsOf(proxyUrl)}Connection: close\r\n\r\n`;
    expect(parsedAnswer(await exchanged(proxyUrl, request))).toMatchObject({
      status: 200,
      body: expect.stringContaining('by the proxy'),
    });
    expect(proxy.asked).toEqual([['http://far.example/a', basic]]);
  });

  it('with a password that is not all escaped, or not UTF-8, byte for byte', async () => {
    for (const [written, bytes] of [
      ['p%ss', 'p%ss'],
      ['100%', '100%'],
      ['%zz%41', '%zzA'],
      ['%E9%c3', '\xe9\xc3'],
    ] as const) {
      const proxy = await userProxy();
      const env = { http_proxy: `http://m%e:${written}@127.0.0.1:${proxy.port}` };
      const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
      const request = `GET http://far.example/ HTTP/1.1\r\nHost: far.example\r\n${credentialsOf(proxyUrl)}Connection: close\r\n\r\n`;
      expect(parsedAnswer(await exchanged(proxyUrl, request)).status).toBe(200);
      const [, sent = ''] = proxy.asked[0]?.[1]?.split(' ') ?? [];
      expect(Buffer.from(sent, 'base64').toString('latin1')).toBe(`m%e:${bytes}`);
    }
  });

  it('in small letters first, as curl reads them; that of http for a tunnel to port 80', async () => {
    const [small, capital] = [await userProxy(), await userProxy()];
    const env = {
      http_proxy: `http://127.0.0.1:${small.port}`,
      HTTP_PROXY: `http://127.0.0.1:${capital.port}`,
      HTTPS_PROXY: `http://127.0.0.1:${capital.port}`,
    };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    await askedTunnel(proxyUrl, 'far.example:80');
    expect([small.asked, capital.asked]).toEqual([[['far.example:80', '']], []]);
  });

  it('not to those of NO_PROXY, which are asked directly', async () => {
    const proxy = await userProxy();
    const env = { https_proxy: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'a.example, 127.0.0.0/8' };
    const { proxyUrl } = await interceptionOf(['api.example.test'], { env });
    const port = await tcpServer((socket) => void socket.end('hello'));
    const { socket, said } = await askedTunnel(proxyUrl, `127.0.0.1:${port}`);
    const rest = Buffer.concat(await socket.toArray()).toString();
    expect(said + rest).toBe('HTTP/1.1 200 Connection established\r\n\r\nhello');
    expect(proxy.asked).toEqual([]);
  });

  it('its password is not lent to who has none for ours', async () => {
    const proxy = await userProxy();
    const env = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` };
    const { javaProxyUrl } = await interceptionOf(['api.example.test'], { env });
    const { said } = await askedTunnel(javaProxyUrl, 'far.example:443');
    expect(parsedAnswer(said)).toMatchObject({
      status: 502,
      body: `The proxy http://127.0.0.1:${proxy.port} refused far.example:443: it answered 407.\n`,
    });
  });

  it('that cannot be reached, or speaks another protocol: 502 with a sentence, without its password', async () => {
    for (const [url, sentence] of [
      [
        'http://me:secret@127.0.0.1:1',
        'far.example:443 cannot be reached through the proxy http://127.0.0.1:1: the connection was refused.\n',
      ],
      [
        'socks5://me:secret@127.0.0.1:1',
        'The proxy socks5://127.0.0.1:1 does not speak HTTP. Name an HTTP proxy in HTTPS_PROXY.\n',
      ],
    ] as const) {
      const { proxyUrl, notes } = await interceptionOf(['api.example.test'], { env: { ALL_PROXY: url } });
      const { said } = await askedTunnel(proxyUrl, 'far.example:443');
      expect(parsedAnswer(said)).toMatchObject({ status: 502, body: sentence });
      const noted = sentence.trim().replace(/^The/, 'the');
      expect(await notes()).toContain(`A client asked for another host, but ${noted}`);
    }
  });
});
