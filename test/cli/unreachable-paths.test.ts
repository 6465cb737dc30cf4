import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox, noSandbox, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

/** Paths where no file can exist. The folder has the links `one` and `other`, which point to each other. */
const paths = ['one', 'n'.repeat(300)];

const commands: readonly (readonly [name: string, args: (path: string) => readonly string[]])[] = [
  ['start --log-file', (path) => ['start', '--port', '0', '--log-file', path]],
  ['start --log-file, with data', (path) => ['start', '--port', '0', '--data', 'd.db', '--log-file', path]],
  ['start --data', (path) => ['start', '--port', '0', '--data', path]],
  ['start --config', (path) => ['start', '--port', '0', '--config', path]],
  ['start --from', (path) => ['start', '--port', '0', '--from', path]],
  ['start --cert', (path) => ['start', '--port', '0', '--https', '--cert', path, '--key', path]],
  ['start --detach', (path) => ['start', '--port', '0', '--detach', '--log-file', path]],
  ['doctor --data', (path) => ['doctor', '--url', 'http://127.0.0.1:9', '--data', path]],
  ['compact', (path) => ['compact', path]],
];

describe.skipIf(process.platform === 'win32')('A path at which no file can be', () => {
  it.each(commands)('gets one sentence: %s', async (_name, args) => {
    const cwd = testFolder();
    symlinkSync('other', join(cwd, 'one'));
    symlinkSync('one', join(cwd, 'other'));
    for (const path of paths) {
      const { code, stdout, stderr } = await cliResult([...args(path)], { env: noSandbox, cwd });
      expect([code === 1 || code === 2, `${stdout}${stderr}`]).toEqual([
        true,
        expect.not.stringContaining('Internal error'),
      ]);
    }
  });

  it.each(paths)('is no home for the local CA either: %s', async (path) => {
    const cwd = testFolder();
    symlinkSync('other', join(cwd, 'one'));
    symlinkSync('one', join(cwd, 'other'));
    const [home, temporary] = [join(cwd, path), testFolder()];
    const env = { HOME: home, XDG_DATA_HOME: '', TMPDIR: temporary };
    const sandbox = await cliSandbox(['--https'], { env, cwd });
    expect(sandbox.note).toContain('cannot be created');
    await signalled(sandbox, 'SIGTERM');
  });

  it('is not missing for doctor and compact: links that lead in a circle', async () => {
    const cwd = testFolder();
    symlinkSync('one', join(cwd, 'one'));
    const doctor = await cliResult(['doctor', '--url', 'http://127.0.0.1:9', '--data', 'one'], {
      env: noSandbox,
      cwd,
    });
    expect(doctor.stdout).not.toContain('will be created');
    expect(doctor.stdout).toContain('leads back to itself');
    const compact = await cliResult(['compact', 'one'], { env: noSandbox, cwd });
    expect(compact.stderr).toMatch(/leads back to itself/);
  });
});
