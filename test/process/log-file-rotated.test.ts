import {
  lchownSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { cliSandbox, imported, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { detached } from '../support/detached.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';

const callLine = /"kind":"call"|walletB\/verify/;

/** Calls the sandbox and returns what its log file contains, empty if there is none. */
function logAfterCall(url: string, file: string) {
  return async () => {
    await fetch(`${url}/api/v1/transaction/walletB/verify`, merchantCall(rightFields['walletB/verify']));
    return contents(file);
  };
}

function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Starts a sandbox with the log file `a.log`. */
async function logging(kind: string, cwd: string, script = '', flags: readonly string[] = []) {
  const env = { NODE_OPTIONS: imported(script) };
  const args = ['--log-file', 'a.log', ...flags];
  if (kind === 'detached') return detached(args, env, cwd);
  const sandbox = await cliSandbox(args, { cwd, env });
  return { url: sandbox.url, pid: Number(sandbox.process.pid) };
}

describe.skipIf(platform === 'win32').each(['attached', 'detached'])(
  'The log file of a sandbox (%s)',
  (kind) => {
    it.each(['renamed', 'removed'])('is opened again after it was %s, for its user alone', async (how) => {
      const cwd = testFolder();
      const file = join(cwd, 'a.log');
      const { url } = await logging(kind, cwd);
      await expect.poll(logAfterCall(url, file)).toMatch(callLine);
      for (let time = 1; time <= 2; time += 1) {
        if (how === 'removed') rmSync(file);
        else renameSync(file, join(cwd, `${time}.log`));
        await expect.poll(logAfterCall(url, file), { timeout: 20_000 }).toMatch(callLine);
      }
      expect(statSync(file).mode & 0o777).toBe(0o600);
      if (how === 'renamed') expect(contents(join(cwd, '2.log'))).toMatch(callLine);
    });

    it('gets warnings too, once each, also as the first thing after the rotation', async () => {
      const cwd = testFolder();
      const file = join(cwd, 'a.log');
      // The same error is reported only once.
      const script = `let time = 0;
        process.on('SIGUSR2', () => setTimeout(() => { throw new Error('logged ' + (time += 1)); }))`;
      const { pid } = await logging(kind, cwd, script, ['--no-log']);
      process.kill(pid, 'SIGUSR2');
      await expect.poll(() => contents(file)).toContain('Error: logged');
      expect(contents(file).match(/Error: logged/g)).toHaveLength(1);
      renameSync(file, join(cwd, 'old.log'));
      const warned = () => {
        process.kill(pid, 'SIGUSR2');
        return contents(file);
      };
      await expect.poll(warned, { timeout: 20_000, interval: 1000 }).toContain('Error: logged');
    });
  },
);

describe.skipIf(platform === 'win32')('A log file that was replaced', () => {
  it.each([
    ['a link to the data file', symlinkSync],
    ['the data file', linkSync],
  ] as const)('by %s is refused as at the start, and opened when that is gone', async (_what, replace) => {
    const cwd = testFolder();
    const file = join(cwd, 'a.log');
    const sandbox = await cliSandbox(['--log-file', 'a.log', '--data', 'a.db'], { cwd });
    rmSync(file);
    replace(join(cwd, 'a.db'), file);
    const said = async () => {
      await logAfterCall(sandbox.url, file)();
      return sandbox.stderr();
    };
    await expect
      .poll(said, { timeout: 20_000 })
      .toMatch(
        /^The log file a\.log cannot be written \(.* is part of the data file .*The sandbox keeps running\.\n$/,
      );
    rmSync(file);
    await expect.poll(logAfterCall(sandbox.url, file), { timeout: 20_000 }).toMatch(callLine);
    expect(contents(join(cwd, 'a.db'))).not.toContain('"kind":"call"');
    expect(await signalled(sandbox, 'SIGTERM')).toMatchObject({ code: 0 });
  });

  it.runIf(process.geteuid?.() === 0).each([
    ['file', (path: string) => writeFileSync(path, '')],
    ['link', (path: string) => symlinkSync('other', path)],
  ] as const)('by the %s of another user is refused', async (_what, put) => {
    const cwd = testFolder();
    const file = join(cwd, 'a.log');
    const sandbox = await cliSandbox(['--log-file', 'a.log'], { cwd });
    put(join(cwd, 'foreign'));
    lchownSync(join(cwd, 'foreign'), 12_345, 12_345);
    renameSync(join(cwd, 'foreign'), file);
    const said = async () => {
      await logAfterCall(sandbox.url, file)();
      return sandbox.stderr();
    };
    await expect.poll(said, { timeout: 20_000 }).toContain('(another user has put a file there)');
    expect(contents(file)).toBe('');
  });
});
