import { type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../src/tls/certificate.ts';
import { localCertificate } from '../../src/tls/local-ca.ts';

const hosts = ['localhost'];
const now = Date.parse('2026-03-01T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

let dir: string;
let caFile: string;
let keyFile: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gateway-sandbox-ca-'));
  caFile = join(dir, 'ca.pem');
  keyFile = join(dir, 'ca-key.pem');
  await localCertificate({ dir, hosts, now });
});

afterEach(() => rm(dir, { recursive: true, force: true }));

describe('The local CA is made again, with a note,', () => {
  test.each<[what: string, words: string, spoil: () => Promise<unknown>]>([
    ['its certificate is missing', 'was incomplete', () => rm(caFile)],
    ['its key is missing', 'was incomplete', () => rm(keyFile)],
    ['its certificate is empty', 'was damaged', () => writeFile(caFile, '')],
    [
      'its key is cut off',
      'was damaged',
      async () => writeFile(keyFile, (await readFile(keyFile)).subarray(0, 120)),
    ],
    ['a byte of its signature is another', 'was damaged', changeLastByte],
    ['its key is another', 'was damaged', async () => writeFile(keyFile, pemOf(makeAuthority(now).key))],
    ["half of its key is another's", 'was damaged', changePrivateHalf],
  ])('when %s', async (_, words, spoil) => {
    await spoil();
    const made = await localCertificate({ dir, hosts, now });

    expect(made.madeAuthority).toBe(true);
    expect(made.note).toBe(
      `The local CA in ${dir} ${words} and was made again: where the old one was trusted, trust ${caFile} again.`,
    );
    expect(new X509Certificate(made.cert).verify(new X509Certificate(await readFile(caFile)).publicKey)).toBe(
      true,
    );
    expect(await localCertificate({ dir, hosts, now })).toMatchObject({ madeAuthority: false });
  });

  test('when it ends within a day', async () => {
    const end = new X509Certificate(await readFile(caFile)).validToDate.getTime();
    expect(await localCertificate({ dir, hosts, now: end - dayMs - 1 })).toMatchObject({
      madeAuthority: false,
    });
    const made = await localCertificate({ dir, hosts, now: end - dayMs });
    expect(made).toMatchObject({ madeAuthority: true, note: expect.stringContaining('had expired') });
  });

  test('when it was made by a clock that was far ahead', async () => {
    const made = await localCertificate({ dir, hosts, now: now - 2 * dayMs });
    expect(made).toMatchObject({ madeAuthority: true, note: expect.stringContaining('was not valid yet') });
  });
});

async function changeLastByte(): Promise<void> {
  const { raw } = new X509Certificate(await readFile(caFile));
  raw.writeUInt8(raw.readUInt8(raw.length - 1) ^ 1, raw.length - 1);
  await writeFile(caFile, pem('CERTIFICATE', raw));
}

/** The key file repeats the public half, which stays the same. */
async function changePrivateHalf(): Promise<void> {
  const der = Buffer.from((await readFile(keyFile, 'utf8')).replace(/-----.*-----/g, ''), 'base64');
  const head = Buffer.from('0201010420', 'hex');
  const at = der.indexOf(head) + head.length + 8;
  der.writeUInt8(der.readUInt8(at) ^ 1, at);
  await writeFile(keyFile, pem('PRIVATE KEY', der));
}

function pem(label: string, der: Buffer): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
