import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askedTunnel, credentialsOf, interceptionOf } from '../support/interception.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';

describe('HOST is answered by the sandbox', () => {
  async function tlsTo(proxyUrl: string, target: string, ca: string): Promise<TLSSocket> {
    const { socket } = await askedTunnel(proxyUrl, target);
    const servername = target.replace(/:\d+$/, '');
    const secure = connectTls({ socket, servername, ca, ALPNProtocols: ['h2', 'http/1.1'] });
    onTestFinished(() => void secure.destroy());
    await once(secure, 'secureConnect');
    return secure;
  }

  const request =
    'GET /api/v1/transaction/x/verify HTTP/1.1\r\nHost: api.example.test\r\nConnection: close\r\n\r\n';

  it('over TLS, by a certificate for HOST alone that lives for days, in HTTP/1.1', async () => {
    const { proxyUrl, authority } = await interceptionOf(['api.example.test']);
    const secure = await tlsTo(proxyUrl, 'api.example.test:443', authority);
    const certificate = secure.getPeerX509Certificate();
    expect(certificate?.subjectAltName).toBe('DNS:api.example.test');
    expect(certificate?.issuer).toBe('CN=gateway-sandbox CA of one command');
    const days = (Number(certificate?.validToDate) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect([secure.authorized, secure.alpnProtocol]).toEqual([true, 'http/1.1']);
    secure.write(request);
    expect(parsedAnswer(await text(secure)).status).toBe(404);
  });

  it('also by its name with the dot of the root', async () => {
    const { proxyUrl, authority } = await interceptionOf(['api.example.test']);
    const secure = await tlsTo(proxyUrl, 'api.example.test.:443', authority);
    secure.write(request.replace('Host: api.example.test', '$&.'));
    expect(parsedAnswer(await text(secure)).status).toBe(404);
  });

  it('at every port, or at the one that is named with it', async () => {
    const { proxyUrl, authority } = await interceptionOf(['api.example.test', 'pay.example.test:8443']);
    for (const target of ['api.example.test:9443', 'pay.example.test:8443'])
      expect((await tlsTo(proxyUrl, target, authority)).authorized).toBe(true);
    const { said } = await askedTunnel(proxyUrl, 'pay.example.test:443');
    expect(parsedAnswer(said).status).toBe(502);
  });

  it('also when the first bytes come together with the CONNECT', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const target = 'api.example.test:80';
    const asked = `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${credentialsOf(proxyUrl)}\r\n`;
    const [, answer = ''] = (await exchanged(proxyUrl, asked + request)).split('established\r\n\r\n');
    expect(parsedAnswer(answer).status).toBe(404);
  });

  it('in plain HTTP too, by a tunnel or not; and the log keeps nothing of the proxy', async () => {
    const { proxyUrl, sandbox, notes } = await interceptionOf(['api.example.test']);
    const { socket } = await askedTunnel(proxyUrl, 'api.example.test:80');
    socket.write(request);
    expect(parsedAnswer(await text(socket)).status).toBe(404);
    const whole = request
      .replace(' /api', ' http://api.example.test/api')
      .replace('\r\n\r\n', `\r\n${credentialsOf(proxyUrl)}\r\n`);
    expect(parsedAnswer(await exchanged(proxyUrl, whole)).status).toBe(404);
    const { data } = (await sandbox.control('requests')).json;
    expect(data.map(({ headers }: { headers: unknown }) => headers)).toEqual([
      { host: 'api.example.test' },
      { host: 'api.example.test', connection: 'close' },
    ]);
    expect(await notes()).toEqual([]);
  });

  it('with the checkout pages too, where --public-url makes redirect_url begin with HOST', async () => {
    const { proxyUrl, authority, sandbox } = await interceptionOf(['api.example.test']);
    const { json: answer } = await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const { pathname, search } = new URL(answer.result.redirect_url);
    const secure = await tlsTo(proxyUrl, 'api.example.test:443', authority);
    secure.write(request.replace(/\/api\S+/, pathname + search));
    const { status, body } = parsedAnswer(await text(secure));
    expect([status, body.includes('data-testid="pay"')]).toEqual([200, true]);
  });

  it('with what the live service has: neither the control API nor a page for testers', async () => {
    const { proxyUrl, authority } = await interceptionOf(['api.example.test']);
    for (const path of [
      '/_sandbox/api/accounts',
      '/_sandbox/',
      '/',
      '/api/../_sandbox/',
      'http://api.example.test/_sandbox/',
    ]) {
      const secure = await tlsTo(proxyUrl, 'api.example.test:443', authority);
      secure.write(`GET ${path} HTTP/1.1\r\nHost: api.example.test\r\nConnection: close\r\n\r\n`);
      const { status, body } = parsedAnswer(await text(secure));
      expect([path, status, body.includes('demo_')]).toEqual([path, 404, false]);
    }
  });
});
