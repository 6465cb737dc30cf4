import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  isForbiddenByDisk,
  isLoadError,
  nativeModuleError,
  neededGlibc,
  neededGlibcxx,
} from '../../src/binary/native-error.ts';
import { cliResult } from '../support/cli.ts';

const debian11 = { platform: 'linux', arch: 'x64', glibc: '2.31' };
const whereItRuns = 'Use the container image, or Debian 12, Ubuntu 22.04, RHEL 9 or newer.';
const file = '/home/mona/.cache/gateway-sandbox/better_sqlite3-1a03a2916dd21092.node';
const oldGlibc = `/lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_2.33' not found (required by ${file})`;

describe('When the database module cannot be loaded, one sentence says why', () => {
  test.each([
    [oldGlibc, `gateway-sandbox needs glibc 2.34 or newer, and this system has 2.31. ${whereItRuns}`],
    [
      `/lib/x86_64-linux-gnu/libstdc++.so.6: version \`GLIBCXX_3.4.29' not found (required by ${file})`,
      `gateway-sandbox needs libstdc++ of GCC 11 or newer (GLIBCXX_3.4.29), and this system has an older one. ${whereItRuns}`,
    ],
    [
      'libstdc++.so.6: cannot open shared object file: No such file or directory',
      'gateway-sandbox needs the library libstdc++.so.6, which this system does not have: install libstdc++ (apt-get install libstdc++6, dnf or apk: libstdc++).',
    ],
    [
      `Error loading shared library libgcc_s.so.1: No such file or directory (needed by ${file})`,
      'gateway-sandbox needs the library libgcc_s.so.1, which this system does not have: install libgcc (apt-get install libgcc-s1, dnf or apk: libgcc).',
    ],
    [
      `${file}: failed to map segment from shared object`,
      `The database module cannot be loaded, because its disk does not allow programs to run: ${file}: failed to map segment from shared object. Install gateway-sandbox on a disk that is mounted without noexec.`,
    ],
    [
      `${file}: file too short`,
      `The database module cannot be loaded on linux x64 with glibc 2.31: ${file}: file too short.`,
    ],
  ])('%s', (message, sentence) => {
    expect(nativeModuleError(refused(message), debian11).message).toBe(sentence);
  });

  test('on musl', () => {
    const error = refused(`Error relocating ${file}: strtoll_l: symbol not found`);
    expect(nativeModuleError(error, { ...debian11, glibc: undefined }).message).toBe(
      `The database module cannot be loaded on linux x64 with musl: Error relocating ${file}: strtoll_l: symbol not found.`,
    );
  });

  test('on a platform for which there is none', () => {
    const missing = "Cannot find module '/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node'";
    const error = Object.assign(new Error(`${missing}\nRequire stack:\n- /app/binding.js`), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(isLoadError(error)).toBe(true);
    expect(nativeModuleError(error, { ...debian11, arch: 'riscv64' }).message).toBe(
      'gateway-sandbox has no database module for linux riscv64: better-sqlite3 has one for Linux, macOS and Windows, each on x64 and arm64.',
    );
  });

  test.each([{ data: [] }, { data: ['--data', 'new.db'] }])(
    'in the package, with %j: exit code 1, and the same in doctor',
    async ({ data }) => {
      const options = { nodeArguments: ['--import', dlopenThat(oldGlibc)] };
      const sentence =
        /gateway-sandbox needs glibc 2\.34 or newer, and this system has \d+\.\d+\. Use [^\n]+newer\.\n?/;
      const started = await cliResult(['--port', '0', ...data], options);
      expect(started).toMatchObject({ code: 1, stdout: '' });
      expect(started.stderr).toMatch(new RegExp(`^${sentence.source}$`));
      expect((await cliResult(['doctor'], options)).stdout).toMatch(sentence);
    },
  );
});

test('Only a disk that forbids programs lets another folder be tried', () => {
  expect(isForbiddenByDisk(refused(`${file}: failed to map segment from shared object`))).toBe(true);
  expect(isForbiddenByDisk(refused(oldGlibc))).toBe(false);
  expect(isForbiddenByDisk(new Error('permission denied'))).toBe(false);
});

test.each(['linux-x64', 'linux-arm64'])('%s: the module needs what the sentences say', (platform) => {
  const module = join(import.meta.dirname, `../../node_modules/better-sqlite3/prebuilds/${platform}.node`);
  const text = readFileSync(module, 'latin1');
  expect(newest(text, /\bGLIBC_(\d+(?:\.\d+)+)/g)).toBe(neededGlibc);
  expect(newest(text, /\bGLIBCXX_(\d+(?:\.\d+)+)/g)).toBe(neededGlibcxx);
});

function refused(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' });
}

/** A module for `--import` that makes loading of native modules fail. */
function dlopenThat(message: string): string {
  const code = `process.dlopen = () => { throw Object.assign(new Error(${JSON.stringify(message)}), { code: 'ERR_DLOPEN_FAILED' }) }`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function newest(text: string, versions: RegExp): string | undefined {
  const all = [...text.matchAll(versions)].map(([, version = '']) => version);
  return all.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
