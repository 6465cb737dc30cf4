import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientHello } from '../support/client-hello.ts';
import { askedTunnel, credentialsOf, interceptionOf } from '../support/interception.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';

const host = 'api.example.test';

/** A TLS client in a tunnel to HOST, whose `CONNECT` carries a name. */
async function tlsClient(proxyUrl: string, options: ConnectionOptions): Promise<TLSSocket> {
  const headers = `User-Agent: shop/1.0\r\n${credentialsOf(proxyUrl)}`;
  const { socket } = await askedTunnel(proxyUrl, `${host}:443`, headers);
  const secure = connectTls({ socket, servername: host, ...options });
  secure.on('error', () => undefined);
  onTestFinished(() => void secure.destroy());
  return secure;
}

/** A client in a tunnel to HOST that has started a TLS 1.2 handshake and received the certificate. */
async function greeted(proxyUrl: string): Promise<Socket> {
  const headers = `User-Agent: shop/1.0\r\n${credentialsOf(proxyUrl)}`;
  const { socket } = await askedTunnel(proxyUrl, `${host}:443`, headers);
  socket.write(await clientHello({ servername: host, maxVersion: 'TLSv1.2' }));
  await once(socket, 'data');
  return socket;
}

/** Settles when a connection ends, even after an error. */
function closed(socket: Duplex): Promise<void> {
  return new Promise((resolve) =>
    socket
      .on('error', () => undefined)
      .once('close', resolve)
      .resume(),
  );
}

/** A fatal TLS 1.2 alert from a client that has seen the certificate. */
function alert(description: number): Buffer {
  return Buffer.of(21, 3, 3, 0, 2, 2, description);
}

describe('A client that refuses the certificate is named when the command has ended', () => {
  it.each([
    [48, 'unknown CA'],
    [42, 'bad certificate'],
    [46, 'certificate unknown'],
    [45, 'certificate expired'],
    [43, 'unsupported certificate'],
    [49, 'access denied'],
  ])('with its alert %i: %s', async (description, name) => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const socket = await greeted(proxyUrl);
    socket.end(alert(description));
    await closed(socket);
    const [note = ''] = await notes();
    expect(note).toMatch(
      new RegExp(
        `^A client \\(shop/1\\.0\\) refused the certificate of ${host} with the TLS alert "${name}"\\. .*SSL_CERT_FILE`,
      ),
    );
    expect(note.includes('pinning')).toBe(name !== 'unknown CA');
  });

  it('after the handshake, as clients that pin a certificate do', async () => {
    const { proxyUrl, authority, notes } = await interceptionOf([host]);
    for (let each = 0; each < 2; each += 1) {
      const secure = await tlsClient(proxyUrl, { ca: authority });
      await once(secure, 'secureConnect');
      secure.end();
      await closed(secure);
    }
    expect(await notes()).toEqual([
      expect.stringMatching(
        /^A client \(shop\/1\.0\) closed the connection to api\.example\.test after the TLS handshake and sent no request\. .*turn pinning off for the test \(2 times\)\.$/,
      ),
    ]);
  });

  it('in the handshake, without an alert, as Node does', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    await closed(await tlsClient(proxyUrl, {}));
    expect((await notes())[0]).toContain('during the TLS handshake, without a TLS alert');
  });

  it('but not for a spare connection of a client whose request came by another', async () => {
    const { proxyUrl, authority, notes } = await interceptionOf([host]);
    const spare = await tlsClient(proxyUrl, { ca: authority });
    await once(spare, 'secureConnect');
    const used = await tlsClient(proxyUrl, { ca: authority });
    used.write(`GET /api/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(parsedAnswer(await text(used)).status).toBe(404);
    expect(await notes()).toEqual([]);
  });

  it('old TLS is named too', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers } as const;
    await closed(await tlsClient(proxyUrl, old));
    expect((await notes())[0]).toBe(
      `A client (shop/1.0) offered only TLS older than 1.2 to ${host}. Allow TLS 1.2 or 1.3 in the client.`,
    );
  });
});

describe('HTTP/2', () => {
  const sentence = `A client spoke only HTTP/2 to ${host}, and the sandbox speaks HTTP/1.1. Allow HTTP/1.1 in the client.`;

  it('is not offered: a client that accepts nothing else is refused in the handshake, and named', async () => {
    const { proxyUrl, authority, notes } = await interceptionOf([host]);
    const secure = await tlsClient(proxyUrl, { ca: authority, ALPNProtocols: ['h2'] });
    const [error] = await once(secure, 'error');
    expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL');
    await closed(secure);
    expect(await notes()).toEqual([
      `A client (shop/1.0) offered neither HTTP/1.1 nor HTTP/1.0 to ${host} in the TLS handshake (ALPN), probably only HTTP/2. Allow HTTP/1.1 in the client.`,
    ]);
  });

  it.each([['http/1.0'], ['h2', 'http/1.0'], ['h2', 'http/1.0', 'http/1.1']])(
    'is not needed by a client that offers %s %s %s',
    async (...offered) => {
      const { proxyUrl, authority, notes } = await interceptionOf([host]);
      const secure = await tlsClient(proxyUrl, { ca: authority, ALPNProtocols: offered });
      secure.write(`GET /api/ HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
      expect(parsedAnswer(await text(secure)).status).toBe(404);
      expect(secure.alpnProtocol).toBe(offered.includes('http/1.1') ? 'http/1.1' : 'http/1.0');
      expect(await notes()).toEqual([]);
    },
  );

  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

  it('with prior knowledge is refused by GOAWAY with HTTP_1_1_REQUIRED', async () => {
    const { proxyUrl, notes } = await interceptionOf([host]);
    const { socket } = await askedTunnel(proxyUrl, `${host}:80`);
    socket.write(preface);
    const bytes = Buffer.concat(await socket.toArray());
    const [settings, goAway] = [bytes.subarray(0, 9), bytes.subarray(9)];
    expect([...settings]).toEqual([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    expect([goAway.readUIntBE(0, 3), goAway[3], goAway.readUInt32BE(13)]).toEqual([
      goAway.length - 9,
      7,
      0xd,
    ]);
    expect(goAway.subarray(17).toString()).toContain('the sandbox speaks HTTP/1.1');
    expect(await notes()).toEqual([sentence.replace(host, `${host}:80`)]);
  });

  it('with prior knowledge over TLS, or to the proxy itself, is answered 400 and named', async () => {
    const { proxyUrl, authority, notes } = await interceptionOf([host]);
    const secure = await tlsClient(proxyUrl, { ca: authority });
    secure.write(preface);
    expect(parsedAnswer(await text(secure)).status).toBe(400);
    expect(parsedAnswer(await exchanged(proxyUrl, preface)).status).toBe(400);
    expect(await notes()).toEqual([
      sentence.replace('A client', 'A client (shop/1.0)'),
      sentence.replace(host, 'the proxy'),
    ]);
  });
});
