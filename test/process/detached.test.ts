import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { cliResult, imported, type Ready, runCli, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { detached, endLater, isRunning } from '../support/detached.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { withLostOutput } from '../support/lost-output.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';

describe('A sandbox that start --detach leaves running', () => {
  it('it survives its own error reports, although nobody reads its stderr', async () => {
    const script = `process.on('SIGUSR2', () => {
      for (const message of ['one', 'two', 'three']) setTimeout(() => { throw new Error(message); });
    });`;
    const { pid, url } = await detached([], { NODE_OPTIONS: imported(script) });
    process.kill(pid, 'SIGUSR2');
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    expect(isRunning(pid)).toBe(true);
  });

  it('it survives a storage that fails and recovers, which it reports too', async () => {
    const { pid, url } = await detached(['--data', 'a.db']);
    const verify = () =>
      fetch(`${url}/api/v1/transaction/walletA/verify`, merchantCall(rightFields['walletA/verify']));
    const mostBytes = (size: string) =>
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`]);
    for (const time of [1, 2]) {
      mostBytes('1');
      expect((await verify()).status, `failure ${time}`).toBe(400);
      mostBytes('unlimited');
      expect((await verify()).status, `recovery ${time}`).toBe(200);
    }
  });

  it('--quiet prints nothing', async () => {
    const cwd = testFolder();
    const script = "process.getBuiltinModule('fs').writeFileSync('pid', String(process.pid))";
    const command = ['start', '--detach', '--quiet', '--port', '0', '--log-file', 'a.log'];
    const ended = await cliResult(command, { cwd, env: { NODE_OPTIONS: imported(script) } });
    // Both processes write it. The one that keeps running writes last.
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    endLater(pid);
    expect(ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(readFileSync(join(cwd, 'a.log'), 'utf8')).toBe('');
    expect(isRunning(pid)).toBe(true);
  });

  it('what it says before it is ready is shown', async () => {
    const env = { NODE_OPTIONS: imported("process.on('exit', () => {}); console.error('a warning')") };
    const { code, stdout, stderr } = await cliResult(['start', '--detach', '--json', '--port', '0'], { env });
    endLater((JSON.parse(stdout) as Ready).pid);
    // Both processes print it.
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'a warning\na warning\n' });
  });

  it('--log-file keeps what it prints, for its user alone', async () => {
    const cwd = testFolder();
    const file = join(cwd, 'a.log');
    const script = "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('logged'); }))";
    const command = ['start', '--detach', '--port', '0', '--log-file', 'a.log'];
    const { stdout } = await cliResult(command, { cwd, env: { NODE_OPTIONS: imported(script) } });
    const [, url = '', pid = ''] =
      /^gateway-sandbox runs at (\S+) \(process (\d+)\)\.\nIt prints to a\.log\.\n/.exec(stdout) ?? [];
    endLater(Number(pid));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(`gateway-sandbox stop --url ${url} stops it.\n`);
    process.kill(Number(pid), 'SIGUSR2');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Error: logged\n');
    expect(await cliResult(['stop', '--url', url])).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toMatch(/\nStopping\.|Error: logged/);
  });

  it.runIf(platform === 'linux').each([
    ['closed', 141],
    ['full', 1],
  ] as const)('ends if its address could not be printed (%s)', async (stdout, code) => {
    const file = join(testFolder(), 'pid');
    // Both processes write it, the sandbox last.
    const script = `process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid))`;
    const env = { NODE_OPTIONS: imported(script) };
    const rest = await withLostOutput(['start', '--detach', '--port', '0'], { stdout }, env);
    expect(rest).toMatchObject({ code });
    const pid = Number(readFileSync(file, 'utf8'));
    endLater(pid);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('a log file on a full disk does it no harm', async () => {
    const { pid, url } = await detached(['--log-file', '/dev/full']);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    expect(isRunning(pid)).toBe(true);
  });

  it('a log file that cannot be opened: one sentence, exit code 1', async () => {
    const { code, stderr } = await cliResult(['start', '--detach', '--log-file', 'none/a.log']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^The log file cannot be opened \(ENOENT: .*\)\. Name another one with --log-file FILE\.\n$/,
      ),
    });
  });

  it.each([
    ['part of the data file', 'none/../none/a.db-wal', ['--data', 'none/a.db']],
    ['the config file', 'gateway-sandbox.config.json', []],
    ['the config file', './b.json', ['--config', 'b.json']],
    ['the config file', 'broken.json', ['--config', 'broken.json']],
    ['the fixtures file', 'accounts.json', ['--fixtures', 'accounts.json']],
    ['the file of --from', 'a.jsonl', ['--from', 'a.jsonl']],
  ])('a log file that is %s is refused: %s', async (what, file, flags) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'b.json'), '{}');
    writeFileSync(join(cwd, 'broken.json'), '{');
    writeFileSync(join(cwd, 'accounts.json'), '{"accounts":[]}');
    for (const detach of [[], ['--detach']]) {
      const command = ['start', '--port', '0', ...detach, ...flags, '--log-file', file];
      expect(await cliResult(command, { cwd })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(`^--log-file ${file} is ${what}.*Name another file for the log\\.\n$`),
      });
    }
    expect(readFileSync(join(cwd, 'broken.json'), 'utf8')).toBe('{');
  });

  it('a start that fails says why in the log file and here', async () => {
    const other = await freshSandbox();
    const { port } = new URL(await other.listen());
    const cwd = testFolder();
    const command = ['start', '--detach', '--port', port, '--log-file', 'a.log'];
    const { code, stderr } = await cliResult(command, { cwd });
    expect({ code, log: readFileSync(join(cwd, 'a.log'), 'utf8') }).toEqual({ code: 1, log: stderr });
    expect(stderr).toContain('is in use by another sandbox');
  });

  it('a start that fails says why here also when the log file is larger than a string can be', async () => {
    const { port } = new URL((await freshMerchant()).url);
    const cwd = testFolder();
    writeFileSync(join(cwd, 'a.log'), '');
    truncateSync(join(cwd, 'a.log'), 3 * 2 ** 30);
    const command = ['start', '--detach', '--port', port, '--log-file', 'a.log'];
    const { code, stderr } = await cliResult(command, { cwd });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/ is in use by another process/),
    });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'a start that %s ends before it is ready leaves nothing behind',
    async (signal) => {
      const cwd = testFolder();
      // The child writes its process ID and then waits, like a slow start.
      const script = `if (process.argv.includes('--detached')) {
        process.getBuiltinModule('fs').writeFileSync('pid', String(process.pid));
        const { promise } = Promise.withResolvers();
        setInterval(() => {}, 1000);
        process.getBuiltinModule('net').Server.prototype.listen = () => promise;
      }`;
      const env = { NODE_OPTIONS: imported(script) };
      const starting = runCli(['start', '--detach', '--port', '0'], { cwd, env });
      await expect
        .poll(() => existsSync(join(cwd, 'pid')) && readFileSync(join(cwd, 'pid'), 'utf8'))
        .toMatch(/\d/);
      const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
      endLater(pid);
      await signalled(starting, signal);
      await expect.poll(() => isRunning(pid)).toBe(false);
    },
  );
});
