import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAuthority } from '../../src/tls/certificate.ts';
import { trustStore } from '../../src/tls/trust-store.ts';
import { testFolder } from '../support/data-file.ts';

test('A trust store is PKCS #12 without a password, each certificate marked as Java wants it', () => {
  const parts = [
    '3067 020103', // version 3
    '3062 06092a864886f70d010701 a055 0453 3051', // data, and in it a list of
    '304f 06092a864886f70d010701 a042 0440 303e', // data, and in it a list of bags
    '303c 060b2a864886f70d010c0a0103', // a bag of a certificate
    'a013 3011 060a2a864886f70d01091601 a003 040101', // of X.509: the bytes
    '3118 3016 060c6086480186f966adca7b0101 3106 0604551d2500', // trustedKeyUsage: anyExtendedKeyUsage
  ];
  expect(trustStore([Buffer.of(1)]).toString('hex')).toBe(parts.join('').replaceAll(' ', ''));
});

test('OpenSSL reads a store of hundreds of kilobytes', () => {
  const file = join(testFolder(), 'trust-store.p12');
  const { certificate } = makeAuthority(Date.now());
  const store = trustStore(Array.from({ length: 200 }, () => certificate.raw));
  expect(store.length).toBeGreaterThan(0x1_00_00);
  writeFileSync(file, store);
  const read = spawnSync('openssl', ['pkcs12', '-in', file, '-nokeys', '-passin', 'pass:'], {
    encoding: 'utf8',
  });
  expect(read.stdout.match(/BEGIN CERTIFICATE/g)).toHaveLength(200);
});
