import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { getuid, platform as ownPlatform } from 'node:process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { localCertificate, trustHint } from '../../src/tls/local-ca.ts';
import { defaultTlsDir, usableTlsDir } from '../../src/tls/tls-dir.ts';
import { testFolder } from '../support/data-file.ts';

describe('The local CA is kept', () => {
  test.each<[platform: NodeJS.Platform, env: Record<string, string>, dir: string]>([
    ['linux', { HOME: '/home/mona' }, '/home/mona/.local/share/gateway-sandbox'],
    ['linux', { HOME: '/home/mona', XDG_DATA_HOME: '/data' }, '/data/gateway-sandbox'],
    ['linux', { HOME: '/home/mona', XDG_DATA_HOME: 'data' }, '/home/mona/.local/share/gateway-sandbox'],
    ['linux', { HOME: '/home/mona', XDG_DATA_HOME: '' }, '/home/mona/.local/share/gateway-sandbox'],
    ['linux', {}, `${homedir()}/.local/share/gateway-sandbox`],
    ['darwin', { HOME: '/Users/mona' }, '/Users/mona/Library/Application Support/gateway-sandbox'],
    ['darwin', { HOME: '/Users/mona', XDG_DATA_HOME: '/data' }, '/data/gateway-sandbox'],
    ['win32', { LOCALAPPDATA: 'C:\\Users\\mona\\Local' }, 'C:\\Users\\mona\\Local\\gateway-sandbox'],
    ['win32', { USERPROFILE: 'C:\\Users\\mona' }, 'C:\\Users\\mona\\AppData\\Local\\gateway-sandbox'],
  ])('on %s with %j in %s', (platform, env, dir) => {
    expect(defaultTlsDir(env, platform)).toBe(dir);
  });
});

// Windows has neither file modes nor /proc.
describe.runIf(ownPlatform !== 'win32')('The folder of the local CA', () => {
  function temporary(): string {
    const folder = testFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    return join(folder, `gateway-sandbox-${getuid?.()}`);
  }

  /** Root can write in every folder, so the home is a file instead. */
  function notFolder(): string {
    const file = join(testFolder(), 'home');
    writeFileSync(file, '');
    return file;
  }

  test('is the default one, if it can be created', () => {
    const home = testFolder();
    expect(usableTlsDir({ HOME: home })).toEqual({
      dir: join(home, '.local/share/gateway-sandbox'),
      note: undefined,
    });
  });

  test('is the one that is named, even if it cannot be created', () => {
    expect(usableTlsDir({ XDG_DATA_HOME: '/proc/none' })).toEqual({
      dir: '/proc/none/gateway-sandbox',
      note: undefined,
    });
  });

  test('is a temporary one under a home where nothing can be created, with a note', () => {
    const [home, dir] = [notFolder(), temporary()];
    expect(usableTlsDir({ HOME: home })).toEqual({
      dir,
      note: `${home}/.local/share/gateway-sandbox cannot be created, so the local CA is in ${dir}, where it may not last. Set XDG_DATA_HOME to a folder that does.`,
    });
  });

  test('is refused if others can write to the temporary one, and no other is left', () => {
    const [home, dir] = [notFolder(), temporary()];
    mkdirSync(dir);
    chmodSync(dir, 0o777);
    expect(() => usableTlsDir({ HOME: home })).toThrow(
      `There is no folder to keep the local CA in: ${dir} can be written by others. Set XDG_DATA_HOME to a writable folder, or use your own certificate with --cert and --key.`,
    );
  });

  test('under a file is refused in a sentence', async () => {
    const file = join(testFolder(), 'file');
    writeFileSync(file, '');
    await expect(localCertificate({ dir: join(file, 'deep'), hosts: ['localhost'] })).rejects.toThrow(
      'a part of that path is a file',
    );
  });

  test.runIf(ownPlatform === 'linux')('in /proc is refused, where Node would try for ever', async () => {
    await expect(
      localCertificate({ dir: '/proc/none/gateway-sandbox', hosts: ['localhost'] }),
    ).rejects.toThrow(
      'The local CA cannot be kept in /proc/none/gateway-sandbox: it does not exist and cannot be created.',
    );
  });
});

describe('One line says how to trust it', () => {
  test.each<[platform: NodeJS.Platform, caFile: string, hint: string]>([
    [
      'linux',
      '/home/mona/ca.pem',
      'Trust it with NODE_EXTRA_CA_CERTS=/home/mona/ca.pem or curl --cacert /home/mona/ca.pem, or everywhere: sudo install -m 644 /home/mona/ca.pem /usr/local/share/ca-certificates/gateway-sandbox.crt && sudo update-ca-certificates',
    ],
    [
      'darwin',
      "/Users/mona/Mona's Data/ca.pem",
      "Trust it with NODE_EXTRA_CA_CERTS='/Users/mona/Mona'\\''s Data/ca.pem' or curl --cacert '/Users/mona/Mona'\\''s Data/ca.pem', or everywhere: security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db '/Users/mona/Mona'\\''s Data/ca.pem'",
    ],
    [
      'win32',
      'C:\\Users\\Mona A\\ca.pem',
      'Trust it with NODE_EXTRA_CA_CERTS="C:\\Users\\Mona A\\ca.pem" or curl --cacert "C:\\Users\\Mona A\\ca.pem", or everywhere: certutil -user -addstore Root "C:\\Users\\Mona A\\ca.pem"',
    ],
  ])('on %s', (platform, caFile, hint) => {
    expect(trustHint(caFile, platform)).toBe(hint);
  });
});
