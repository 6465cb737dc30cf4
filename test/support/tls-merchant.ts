import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { type Identity, makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import * as der from '../../src/tls/der.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/** Certificates that no client trusts. */
export const certificates = {
  'self-signed': selfSigned,
  'of an unknown authority': () => makeLeaf(makeAuthority(Date.now()), ['127.0.0.1'], Date.now()),
  expired: () => {
    const longAgo = Date.now() - 20 * yearMs;
    return makeLeaf(makeAuthority(longAgo), ['127.0.0.1'], longAgo);
  },
  'for another host': () => makeLeaf(makeAuthority(Date.now()), ['shop.example'], Date.now()),
} satisfies Readonly<Record<string, () => Identity>>;

export interface TlsMerchant {
  readonly url: string;
  readonly port: number;
  /** Requested paths. */
  readonly arrivals: readonly string[];
  /** The host names that clients sent in the TLS handshake. Empty if one sent none. */
  readonly names: readonly string[];
}

/** A working merchant with an untrusted certificate. Closed after the test. */
export async function tlsMerchant({ certificate, key }: Identity): Promise<TlsMerchant> {
  const arrivals: string[] = [];
  const names: string[] = [];
  const server = createServer(
    { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) },
    (request, response) => {
      arrivals.push(request.url ?? '');
      response.end('ok');
    },
  );
  server.on('secureConnection', ({ servername }: TLSSocket & { readonly servername?: string | false }) => {
    names.push(servername || '');
  });
  // A client that disconnects because it does not trust us.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, port, arrivals, names };
}

/** A minimal certificate: version 1, valid for a year, self-signed. */
function selfSigned(): Identity {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'));
  const name = der.sequence(der.set(der.sequence(der.objectId('2.5.4.3'), der.utf8String('127.0.0.1'))));
  const toBeSigned = der.sequence(
    der.integer(Buffer.of(1)),
    ecdsaWithSha256,
    name,
    der.sequence(der.time(Date.now() - hourMs), der.time(Date.now() + yearMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der.bitString(sign('sha256', toBeSigned, key));
  return { certificate: new X509Certificate(der.sequence(toBeSigned, ecdsaWithSha256, signature)), key };
}
