import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getuid } from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/host/paths.ts';
import { stylesheet } from '../../src/pages/stylesheet.ts';
import { type CliOptions, cliResult, cliSandbox, noSandbox, type Ready, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';
import { executableFile } from './packed.ts';

/** An environment without any programs, especially Node. */
const nothingAround = { PATH: '', ...noSandbox };

describe('The standalone executable, in an empty folder and without Node', () => {
  let executable: string;
  beforeAll(async () => {
    executable = await executableFile();
  });

  const alone = (more: CliOptions = {}): CliOptions => ({ executable, env: nothingAround, ...more });
  const run = (...args: readonly string[]) => cliResult(args, alone());

  test('is one file', () => {
    expect(readdirSync(dirname(executable))).toEqual([basename(executable)]);
  });

  test('takes a payment, shows pages and their style, and has the payment after a restart', async () => {
    const cwd = testFolder();
    const sandbox = await cliSandbox(['--data', 'shop.db'], alone({ cwd }));
    const { json } = await sandbox.call('localbankcards/confirm', rightFields['localbankcards/confirm']);
    const checkout = await fetch(json.result.redirect_url);
    const [style] = /\/assets\/[^"]+\.css/.exec(await checkout.text()) ?? [];
    const styles = await fetch(`${sandbox.url}${style}`);
    expect([checkout.status, styles.status]).toEqual([200, 200]);
    expect(await styles.text()).toBe(stylesheet());
    const approved = await run('checkouts', 'approve', json.result.redirect_url, '--url', sandbox.url);
    expect(approved).toMatchObject({ code: 0, stderr: '' });
    expect(await signalled(sandbox, 'SIGTERM')).toMatchObject({ code: 0, signal: null });

    const again = await cliSandbox(['--data', 'shop.db'], alone({ cwd }));
    const { data } = await again.control('transactions');
    expect(data).toMatchObject([{ gateway: 'localbankcards', status: 'completed' }]);
  });

  test('serves HTTPS, and its commands trust it', async () => {
    const cwd = testFolder();
    const { url } = await cliSandbox(['--https'], alone({ cwd }));
    expect(url).toMatch(/^https:/);
    const asked = await cliResult(['gateways', '--url', url, '--json'], {
      ...alone({ cwd }),
      env: { ...nothingAround, HOME: cwd, XDG_DATA_HOME: cwd },
    });
    expect({ code: asked.code, stderr: asked.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('start --detach leaves a process of its own running, and stop ends it', async () => {
    const { code, stdout } = await run('start', '--detach', '--json', '--port', '0');
    expect(code).toBe(0);
    // Our own ready line.
    const { url } = JSON.parse(stdout) as Ready;
    expect(await run('stop', '--url', url)).toMatchObject({
      code: 0,
      stdout: `The sandbox at ${url} has stopped.\n`,
    });
  });

  test('ends with the codes of the command line', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect((await run('--prot', '1')).code).toBe(2);
    expect((await run('start', '--data', 'no/folder.db')).code).toBe(1);
    expect((await run('exec', '--', executable, '--prot')).code).toBe(2);
    expect((await run('exec', '--', executable, 'transactions')).code).toBe(0);
    expect((await run('doctor')).code).toBe(0);
  });

  test('init writes a config file that names no schema, for there is none beside it', async () => {
    const cwd = testFolder();
    expect((await cliResult(['init'], alone({ cwd }))).code).toBe(0);
    // `init` writes an object.
    const written = JSON.parse(readFileSync(join(cwd, 'gateway-sandbox.config.json'), 'utf8')) as object;
    expect(written).not.toHaveProperty('$schema');
  });

  test('`licences` prints those of Node and of the libraries', async () => {
    const { stdout } = await run('licences');
    expect(stdout).toContain(`This executable contains Node.js ${process.version}.`);
    expect(stdout).toMatch(/^better-sqlite3 \d/m);
    expect(stdout).toMatch(/^hono \d/m);
  });

  test('leaves NODE_OPTIONS to the Node of its user', async () => {
    const env = { ...nothingAround, NODE_OPTIONS: '--require /nowhere/hook.cjs' };
    expect(await cliResult(['--version'], alone({ env }))).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  test.runIf(getuid?.() === 0)(
    'starts over HTTPS as a user whom the system does not know, without HOME',
    async () => {
      const temporary = testFolder();
      chmodSync(temporary, 0o777);
      // That user must be able to reach the executable.
      for (const folder of [dirname(executable), dirname(dirname(executable))]) chmodSync(folder, 0o755);
      const unknown = [
        '--reuid=12345',
        '--regid=12345',
        '--clear-groups',
        '/usr/bin/env',
        '-u',
        'HOME',
        '-u',
        'XDG_DATA_HOME',
      ];
      const { ca, note } = await cliSandbox(['--https'], {
        executable: '/usr/bin/setpriv',
        before: [...unknown, executable],
        cwd: temporary,
        env: { ...nothingAround, TMPDIR: temporary },
      });
      expect(ca).toBe(join(temporary, 'gateway-sandbox-12345/ca.pem'));
      expect(note).toMatch(/^This user has no home folder, so the local CA is in /);
    },
  );

  describe('The native module is a file of its owner alone, under a name made of its bytes', () => {
    test('the folder and the file are closed to others, and used again', async () => {
      const home = testFolder();
      await doctor({ HOME: home });
      const folder = join(home, '.cache/gateway-sandbox');
      const [name = '', ...others] = readdirSync(folder);
      const file = join(folder, name);
      expect([name, others]).toEqual([expect.stringMatching(/^better_sqlite3-[0-9a-f]{16}\.node$/), []]);
      expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o500]);
      const { ino } = statSync(file);
      await doctor({ HOME: home });
      expect(statSync(file).ino).toBe(ino);
    });

    test('one with other bytes is never loaded, but replaced', async () => {
      const home = testFolder();
      await doctor({ HOME: home });
      const folder = join(home, '.cache/gateway-sandbox');
      const file = join(folder, readdirSync(folder)[0] ?? '');
      const bytes = readFileSync(file);
      chmodSync(file, 0o700);
      writeFileSync(file, 'not a library');
      expect(await doctor({ HOME: home })).toMatchObject({ ok: true });
      expect(readFileSync(file).equals(bytes)).toBe(true);
    });

    test('a folder that others can write is not trusted: another one is made among the temporary ones', async () => {
      const [home, temporary] = [testFolder(), testFolder()];
      const folder = join(home, '.cache/gateway-sandbox');
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o777);
      expect(await doctor({ HOME: home, TMPDIR: temporary })).toMatchObject({ ok: true });
      expect(readdirSync(folder)).toEqual([]);
      expect(readdirSync(temporary)).toEqual([`gateway-sandbox-${process.getuid?.()}`]);
    });

    test.each([[[]], [['--data', 'new.db']]])(
      'where no folder will do, %j: one sentence, exit code 1',
      async (data) => {
        const cwd = testFolder();
        writeFileSync(join(cwd, 'file'), '');
        const nowhere = { ...nothingAround, XDG_CACHE_HOME: join(cwd, 'file'), TMPDIR: join(cwd, 'file') };
        const args = ['--port', '0', ...data];
        const { code, stdout, stderr } = await cliResult(args, { executable, cwd, env: nowhere });
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(
          /^The database module cannot be unpacked and loaded: ENOTDIR.*Set XDG_CACHE_HOME to a folder that can be written, on a disk that allows programs to run\.\n$/,
        );
      },
    );
  });

  /** The doctor's finding about the native module. */
  async function doctor(env: Readonly<Record<string, string>>): Promise<unknown> {
    const { stdout } = await cliResult(['doctor', '--json'], {
      executable,
      env: { ...nothingAround, ...env },
    });
    const { checks } = JSON.parse(stdout);
    return checks.find(({ name }: { name: string }) => name === 'native module');
  }
});
