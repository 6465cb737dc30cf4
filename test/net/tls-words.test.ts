import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, type Socket, createServer as tcpServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tlsWords } from '../../src/net/tls-words.ts';
import { certificates } from '../support/tls-merchant.ts';
import { byHttpSender } from './senders.ts';

const { certificate, key } = certificates['self-signed']();
const identity = { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) };
const wantsCertificate = { requestCert: true, rejectUnauthorized: true } as const;

describe('A TLS failure is told in words that say what the server wants', () => {
  it.each<[string, ServerOptions, RegExp]>([
    [
      'a client certificate, by TLS 1.3',
      { ...wantsCertificate, minVersion: 'TLSv1.3' },
      / ended TLS with the alert "certificate required": it wants a client certificate, which the sandbox does not send$/,
    ],
    [
      'a client certificate, by TLS 1.2',
      { ...wantsCertificate, maxVersion: 'TLSv1.2' },
      / ended TLS with the alert "handshake failure": .* wants a client certificate/,
    ],
    [
      'an older TLS',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' },
      / ended TLS with the alert "protocol version": it does not take TLS 1.2 or 1.3$/,
    ],
  ])('%s', async (_name, options, words) => {
    const server = createServer({ ...identity, ...options }, (_request, response) => response.end());
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    expect(await sent(server.address())).toMatch(words);
  });

  it('bytes that are not TLS, after the handshake', async () => {
    const secureContext = createSecureContext({ ...identity, minVersion: 'TLSv1.3' });
    const server = tcpServer((tcp: Socket) => {
      tcp.on('error', () => undefined);
      const tls = new TLSSocket(tcp, { isServer: true, secureContext });
      tls.on('error', () => undefined);
      tls.once('data', () => tcp.write('HTTP/1.1 200 OK\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    expect(await sent(server.address())).toMatch(/^the TLS connection to 127\.0\.0\.1:\d+ broke: [a-z ]+$/);
  });

  it('an alert for a host name without a certificate', () => {
    const message =
      '40:error:0A000458:SSL routines:ssl3_read_bytes:tlsv1 unrecognized name:a.c:1:SSL alert number 112\n';
    expect(tlsWords('EPROTO', message, 'shop.test')).toBe(
      'shop.test ended TLS with the alert "unrecognized name": it has no certificate for this host name',
    );
  });

  it('other errors are left alone', () => {
    expect(tlsWords('ECONNRESET', 'read ECONNRESET', 'shop.test')).toBeUndefined();
  });
});

function sent(address: AddressInfo | string | null): Promise<number | string> {
  // A listening TCP server has an address with a port.
  const { port } = address as AddressInfo;
  return byHttpSender(5000).send(`https://127.0.0.1:${port}/`);
}
