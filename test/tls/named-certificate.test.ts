import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { namedCertificate } from '../../src/tls/named-certificate.ts';
import { TlsError } from '../../src/tls/tls-error.ts';
import { testFolder } from '../support/data-file.ts';

const now = Date.now();
const dayMs = 24 * 60 * 60 * 1000;
const authority = makeAuthority(now - 500 * dayMs);
const good = pemOf(makeLeaf(authority, ['pay.test'], now));
const otherEc = pemOf(makeLeaf(authority, ['pay.test'], now));
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const secret = { cipher: 'aes-256-cbc', passphrase: 'secret' };

interface Pem {
  readonly cert: string;
  readonly key: string;
}

describe('--cert and --key are refused in one sentence', () => {
  const badBody = good.cert.replace(/\n[\s\S]*\n/, '\nAAAA\n');
  test.each<[what: string, pem: Pem, sentence: RegExp]>([
    [
      'an empty certificate',
      { ...good, cert: '' },
      /cert\.pem contains no certificate\. Name a PEM file, .* with --cert\.$/,
    ],
    ['a key as certificate', { ...good, cert: good.key }, /cert\.pem contains no certificate\./],
    [
      'a damaged certificate',
      { ...good, cert: badBody },
      /^The certificate in \S+cert\.pem cannot be read: .*\.$/,
    ],
    [
      'an empty key',
      { ...good, key: '' },
      /key\.pem contains no private key\. Name a PEM file, .* with --key\.$/,
    ],
    ['a certificate as key', { ...good, key: good.cert }, /key\.pem contains no private key\./],
    [
      'the key of another certificate',
      { ...good, key: otherEc.key },
      /key\.pem is not the key of the certificate in \S+cert\.pem\./,
    ],
    [
      'an RSA key for a certificate of an EC key',
      { ...good, key: rsa.export({ type: 'pkcs8', format: 'pem' }).toString() },
      /key\.pem is not the key of the certificate in \S+cert\.pem\./,
    ],
    [
      'an encrypted key',
      { ...good, key: encrypted.export({ type: 'pkcs8', format: 'pem', ...secret }).toString() },
      /^The key in \S+key\.pem is encrypted\. Decrypt it with `openssl pkey -in \S+key\.pem -out FILE`, and name that file with --key\.$/,
    ],
    [
      'a key that is encrypted in the older way',
      { ...good, key: encrypted.export({ type: 'sec1', format: 'pem', ...secret }).toString() },
      /^The key in \S+key\.pem is encrypted\./,
    ],
  ])('%s', async (_what, pem, sentence) => {
    await expect(named(pem)).rejects.toThrow(TlsError);
    await expect(named(pem)).rejects.toThrow(sentence);
  });

  test('a certificate on a curve that TLS does not have', async () => {
    const made = ['ec_paramgen_curve:secp256k1', '-nodes', '-days', '2', '-subj', '/CN=pay.test'];
    const folder = testFolder();
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', ...made, ...files], {
      stdio: 'pipe',
    });
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    await expect(named({ cert: read('cert.pem'), key: read('key.pem') })).rejects.toThrow(
      /^No client can connect with the certificate in \S+cert\.pem: no suitable signature algorithm\.$/,
    );
  });
});

describe('--cert and --key are accepted', () => {
  test('without a note while the certificate is valid', async () => {
    expect(await named(good)).toEqual({ ...good, note: undefined });
  });

  test.each([
    [-450, 'expired on'],
    [10, 'is not valid before'],
  ])('with a note when the certificate is of %i days from now', async (days, words) => {
    const leaf = makeLeaf(authority, ['pay.test'], now + days * dayMs);
    expect((await named(pemOf(leaf))).note).toMatch(
      new RegExp(
        `^The certificate in \\S+cert\\.pem ${words} \\d{4}-\\d\\d-\\d\\d: clients will refuse it\\.$`,
      ),
    );
  });
});

function named({ cert, key }: Pem) {
  const folder = testFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return namedCertificate(files.cert, files.key, now);
}

function pemOf({ certificate, key }: ReturnType<typeof makeLeaf>): Pem {
  return { cert: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
