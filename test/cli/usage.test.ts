import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/host/paths.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

describe('Exit codes: 0 done, 1 failed, 2 wrong usage', () => {
  it.each([
    [
      ['--prot', '1'],
      "error: unknown option '--prot'\n(Did you mean --port?)\n(--help lists what there is)\n",
    ],
    [['start', '--nothing'], "error: unknown option '--nothing'\n(--help lists what there is)\n"],
    [['--port'], "error: option '--port <n>' argument missing\n(--help lists what there is)\n"],
    [
      ['start', 'now'],
      "error: too many arguments for 'start'. Expected 0 arguments but got 1: now.\n(--help lists what there is)\n",
    ],
  ])('%j is wrong usage', async (args, stderr) => {
    expect(await cliResult(args)).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });

  it.each(['--version', '-v'])('%s prints the version', async (flag) => {
    expect(await cliResult([flag])).toEqual({
      code: 0,
      signal: null,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  it('--help and start --help list every flag of start', async () => {
    expect((await cliResult(['--help'])).code).toBe(0);
    const { code, stdout } = await cliResult(['start', '--help']);
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, flag]) => flag);
    expect(listed).toEqual(
      expect.arrayContaining(
        '--port --host --data --https --cert --key --public-url --allow-host --strict --profile --config --fixtures --callback-host-map --no-tester-tools --open --json --quiet --detach'.split(
          ' ',
        ),
      ),
    );
  });
});

describe('Half of a certificate: wrong usage, exit code 2', () => {
  it.each(['--cert', '--key'])('%s', async (flag) => {
    expect(await cliResult(['--port', '0', flag, 'a.pem'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '--cert and --key go together: name both files.\n',
    });
  });
});

describe('An unusable start: one clear sentence, exit code 1', () => {
  it.each([
    [
      ['--data', 'no/folder.db'],
      'The data file <cwd>/no/folder.db cannot be made: its folder does not exist. Make the folder, or name another file with --data.',
    ],
    [['--data', '.'], 'The data file <cwd> is a folder. Name a file with --data.'],
    [
      ['--fixtures', 'none.json'],
      "The fixtures file <cwd>/none.json cannot be read: ENOENT: no such file or directory, open '<cwd>/none.json'",
    ],
    [
      ['--cert', 'a.pem', '--key', 'b.pem'],
      "<cwd>/a.pem cannot be read: ENOENT: no such file or directory, open '<cwd>/a.pem'",
    ],
    [
      ['--host', '192.0.2.200'],
      '192.0.2.200 is not an address of this machine. Name another one with --host ADDR.',
    ],
  ])('%j', async (args, sentence) => {
    const cwd = testFolder();
    const { code, stdout, stderr } = await cliResult(['--port', '0', ...args], { cwd });
    expect(stderr).toBe(`${sentence.replaceAll('<cwd>', cwd)}\n`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

describe('A flag with a wrong value: one clear sentence, exit code 2', () => {
  it.each([
    [['--port', 'abc'], '--port must be a whole number from 0 to 65535, not "abc".'],
    [
      ['--profile', 'observd'],
      '--profile must be one of documented, observed, compatible, not "observd". Did you mean "observed"?',
    ],
    [
      ['--public-url', 'shop'],
      '--public-url must be an http or https URL without path, user, query and fragment, such as https://pay.test, or auto, not "shop".',
    ],
    [
      ['--allow-host', 'shop', 'shop:80'],
      '--allow-host must be a host name or an address, without scheme and port, not "shop:80".',
    ],
    [
      ['--callback-host-map', 'app=a b'],
      '--callback-host-map app must be a host, with a port or without, such as app=127.0.0.1:3000.',
    ],
    [
      ['--callback-host-map', 'http://app=127.0.0.1'],
      '--callback-host-map http://app must be a host name or an address, such as shop.test or shop.test:8080, without scheme, path and wildcard.',
    ],
    [
      ['--callback-host-map', '=127.0.0.1'],
      '--callback-host-map must be a host name or an address, such as shop.test or shop.test:8080, without scheme, path and wildcard.',
    ],
    [['--port', 'abc', '--detach'], '--port must be a whole number from 0 to 65535, not "abc".'],
  ])('%j', async (args, sentence) => {
    const result = await cliResult(args, { cwd: testFolder() });
    expect(result).toEqual({ code: 2, signal: null, stdout: '', stderr: `${sentence}\n` });
  });

  it('a variable with one is named, too', async () => {
    const result = await cliResult([], { cwd: testFolder(), env: { GATEWAY_SANDBOX_PORT: 'abc' } });
    const stderr = 'GATEWAY_SANDBOX_PORT must be a whole number from 0 to 65535, not "abc".\n';
    expect(result).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });

  it('the flag wins over a wrong variable', async () => {
    const result = await cliResult(['--port', 'x'], {
      cwd: testFolder(),
      env: { GATEWAY_SANDBOX_PORT: 'y' },
    });
    expect(result).toMatchObject({
      code: 2,
      stderr: '--port must be a whole number from 0 to 65535, not "x".\n',
    });
  });
});

describe('Node >= 22.14; an older Node gets one plain sentence and exit code 1 before anything else loads', () => {
  it.each(['18.20.8', '20.19.5', '22.0.0', '22.13.1'])('%s', async (older) => {
    const { code, stdout, stderr } = await cliResult(['--version'], {
      nodeArguments: ['--import', posingAs(older)],
    });
    expect(stderr).toBe(
      `gateway-sandbox needs Node.js 22.14 or newer, and this is v${older}: see https://nodejs.org.\n`,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it.each(['22.14.0', '22.20.0', '23.0.0', '100.0.0'])('%s starts', async (newer) => {
    const { code, stdout } = await cliResult(['--version'], { nodeArguments: ['--import', posingAs(newer)] });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` });
  });

  it.each(olderNodes())('the %s of this machine', async (older, node) => {
    const { code, stdout, stderr } = await cliResult(['--version'], { node });
    expect(stderr).toBe(
      `gateway-sandbox needs Node.js 22.14 or newer, and this is ${older}: see https://nodejs.org.\n`,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

/** A module that makes Node report another version. */
function posingAs(version: string): string {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    Object.defineProperty(process, 'version', { value: 'v${version}' });`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * Versions and paths of older Node installations in the usual places. Most machines have none, so others are
 * simulated.
 */
function olderNodes(): [version: string, path: string][] {
  return ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].flatMap((folder): [string, string][] => {
    const path = join(folder, 'node');
    const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
    const [, major] = /^v(\d+)\./.exec(version) ?? [];
    return major !== undefined && Number(major) < 22 ? [[version, path]] : [];
  });
}
