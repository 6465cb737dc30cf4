import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalCertificate, localCertificate } from '../../src/tls/local-ca.ts';

const hosts = [
  'localhost',
  '127.0.0.1',
  '::1',
  'shop.localhost',
  'pay.example',
  '*.pay.example',
  'Bücher.example',
];

let dir: string;
let made: LocalCertificate;
let ca: string;
let servers: readonly [ipv4: Server, ipv6: Server];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-sandbox-tls-'));
  made = await localCertificate({ dir, hosts });
  ca = await readFile(made.caFile, 'utf8');
  servers = await Promise.all([serve('127.0.0.1'), serve('::1')]);
});

afterAll(async () => {
  for (const server of servers) server.close();
  await rm(dir, { recursive: true, force: true });
});

describe('A client that trusts the local CA', () => {
  test.each([
    ...['localhost', '127.0.0.1', '::1', 'shop.localhost', 'SHOP.localhost'],
    ...['pay.example', 'www.pay.example', 'xn--bcher-kva.example'],
  ])('accepts the server as %s, which its certificate names', async (host) => {
    expect(await answer(host, ca)).toBe('at your service');
  });

  test.each([
    ...['acme.localhost', 'www.shop.localhost', 'a_b.localhost'],
    ...['sandbox', 'payment_gateway', 'host.docker.internal'],
  ])(
    'accepts the server as %s, which the certificate does not name: a local name gets one when it is asked for',
    async (host) => {
      expect(await answer(host, ca)).toBe('at your service');
    },
  );

  test.each(['other.example', 'deep.www.pay.example', 'localhost.example', 'docker.internal'])(
    'refuses the server as %s',
    async (host) => {
      await expect(answer(host, ca)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    },
  );

  test('accepts the certificates of later starts', async () => {
    const later = await localCertificate({ dir, hosts });
    expect(new X509Certificate(later.cert).verify(new X509Certificate(ca).publicKey)).toBe(true);
  });
});

describe('A client that does not trust the local CA', () => {
  test.each(['localhost', '127.0.0.1', '::1', 'acme.localhost'])('refuses the server as %s', async (host) => {
    await expect(answer(host)).rejects.toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  });

  test('refuses the server when it trusts the CA of another machine', async () => {
    const another = await localCertificate({ dir: join(dir, 'another'), hosts });
    await expect(answer('localhost', await readFile(another.caFile, 'utf8'))).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED_CERT_IN_CHAIN|CERT_SIGNATURE_FAILURE/),
    });
  });
});

test('A name under .localhost that no certificate can name ends its own connection and no other', async () => {
  await expect(answer(`${'x'.repeat(64)}.localhost`, ca)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await answer('localhost', ca)).toBe('at your service');
});

async function serve(address: string): Promise<Server> {
  const { cert, key, SNICallback } = made;
  const server = createServer({ cert, key, SNICallback }, (_, response) => response.end('at your service'));
  await once(server.listen(0, address), 'listening');
  return server;
}

/** The server's answer to a client that calls it by this name or address. */
async function answer(host: string, trusted?: string): Promise<string> {
  const server = host === '::1' ? servers[1] : servers[0];
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const request = get({ host, port, lookup: toLoopback, agent: false, ...(trusted ? { ca: trusted } : {}) });
  const [response] = await once(request, 'response');
  return await text(response);
}

const toLoopback: LookupFunction = (_, options, found) => {
  if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }]);
  else found(null, '127.0.0.1', 4);
};
