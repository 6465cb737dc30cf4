import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { execPath, platform } from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { localCertificate } from '../../src/tls/local-ca.ts';
import { TlsError } from '../../src/tls/tls-error.ts';

const hosts = ['localhost'];
const now = Date.parse('2026-03-01T12:00:00Z');

let home: string;
let dir: string;
let caFile: string;
let keyFile: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gateway-sandbox-ca-'));
  dir = join(home, 'data', 'gateway-sandbox');
  caFile = join(dir, 'ca.pem');
  keyFile = join(dir, 'ca-key.pem');
});

afterEach(() => rm(home, { recursive: true, force: true }));

describe('The local CA', () => {
  test('is made once and kept, while every start gets a new certificate', async () => {
    const first = await localCertificate({ dir, hosts, now });
    const ca = await readFile(caFile, 'utf8');
    const second = await localCertificate({ dir, hosts, now: now + 60_000 });

    expect(first).toMatchObject({ madeAuthority: true, note: undefined, caFile });
    expect(second).toMatchObject({ madeAuthority: false, note: undefined, caFile });
    expect(await readFile(caFile, 'utf8')).toBe(ca);
    expect(first.cert.endsWith(ca)).toBe(true);
    expect(second.cert.endsWith(ca)).toBe(true);
    expect(second.key).not.toBe(first.key);
    expect((await readdir(dir)).sort()).toEqual(['ca-key.pem', 'ca.pem']);
  });

  test('is named by an absolute path, wherever the folder was said to be', async () => {
    const made = await localCertificate({ dir: relative(process.cwd(), dir), hosts });
    expect(made.caFile).toBe(caFile);
  });

  test('is one when many ask at once, in one process', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => localCertificate({ dir, hosts })));
    expect(all.filter((each) => each.madeAuthority)).toHaveLength(1);
    const ca = await readFile(caFile, 'utf8');
    for (const { cert } of all) expect(cert.endsWith(ca)).toBe(true);
  });

  test.each(['missing', 'damaged'])('is one when several processes find it %s at once', async (state) => {
    if (state === 'damaged') await keepFiles('damaged', 'damaged');
    const certs = await Promise.all(Array.from({ length: 4 }, certificateOfAnotherProcess));
    const ca = await readFile(caFile, 'utf8');
    for (const cert of certs) expect(cert.endsWith(ca)).toBe(true);
    expect((await readdir(dir)).sort()).toEqual(['ca-key.pem', 'ca.pem']);
  });

  test('is made in the end when a process died while it made one', async () => {
    await mkdir(join(dir, 'ca.lock'), { recursive: true });
    expect(await localCertificate({ dir, hosts })).toMatchObject({ madeAuthority: true });
    expect((await readdir(dir)).sort()).toEqual(['ca-key.pem', 'ca.pem']);
  });
});

// Windows has no file modes. There, the folder's own permissions separate users.
describe.runIf(platform !== 'win32')("The local CA is its owner's alone", () => {
  test('from the first moment', async () => {
    await localCertificate({ dir, hosts });
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
  });

  test('again after its modes were widened', async () => {
    await localCertificate({ dir, hosts });
    await Promise.all([chmod(dir, 0o755), chmod(caFile, 0o644), chmod(keyFile, 0o644)]);
    expect(await localCertificate({ dir, hosts })).toMatchObject({ madeAuthority: false });
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
  });

  test('in a folder that others could read before', async () => {
    await mkdir(dir, { recursive: true, mode: 0o755 });
    await localCertificate({ dir, hosts });
    expect(await modes()).toEqual([0o700, 0o600, 0o600]);
  });
});

describe('It is said in a sentence, and nothing is changed,', () => {
  test('when the folder is a file', async () => {
    await writeFile(join(home, 'file'), 'mine');
    await expect(localCertificate({ dir: join(home, 'file'), hosts })).rejects.toThrow(
      cannotBeKept(join(home, 'file'), 'a part of that path is a file'),
    );
    await expect(localCertificate({ dir: join(home, 'file', 'deep'), hosts })).rejects.toThrow(
      cannotBeKept(join(home, 'file', 'deep'), 'a part of that path is a file'),
    );
    expect(await readFile(join(home, 'file'), 'utf8')).toBe('mine');
  });

  test('when ca.pem is a folder', async () => {
    await mkdir(caFile, { recursive: true });
    const reason = 'ca.pem or ca-key.pem in it is a folder';
    await expect(localCertificate({ dir, hosts })).rejects.toThrow(cannotBeKept(dir, reason));
  });

  test("when ca.pem is another authority's", async () => {
    const foreign = makeLeaf(makeAuthority(now), hosts, now).certificate.toString();
    await keepFiles(foreign, 'its key');
    await expect(localCertificate({ dir, hosts })).rejects.toThrow(
      new TlsError(
        `${caFile} is the certificate of another authority and was left as it is. Move it away, or use your own certificate with --cert and --key.`,
      ),
    );
    expect(await readFile(caFile, 'utf8')).toBe(foreign);
    expect(await readFile(keyFile, 'utf8')).toBe('its key');
  });
});

function cannotBeKept(folder: string, reason: string): TlsError {
  return new TlsError(
    `The local CA cannot be kept in ${folder}: ${reason}. Fix that, or use your own certificate with --cert and --key.`,
  );
}

async function keepFiles(certificate: string, key: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(caFile, certificate);
  await writeFile(keyFile, key);
}

async function modes(): Promise<number[]> {
  const all = await Promise.all([dir, caFile, keyFile].map((path) => stat(path)));
  return all.map(({ mode }) => mode & 0o777);
}

async function certificateOfAnotherProcess(): Promise<string> {
  const module = new URL('../../src/tls/local-ca.ts', import.meta.url).href;
  const script = `import { localCertificate } from ${JSON.stringify(module)};
    const { cert } = await localCertificate({ dir: process.argv[1], hosts: ['localhost'] });
    process.stdout.write(cert);`;
  const { stdout } = await promisify(execFile)(execPath, ['--input-type=module', '--eval', script, dir]);
  return stdout;
}
