import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox, imported, noSandbox, runCli } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { dataFile, testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

describe('backup FILE: everything that a running sandbox has stored', () => {
  it.each([
    ['of a data file', () => ['--data', dataFile()]],
    ['of a sandbox in memory', () => []],
  ])('%s: another sandbox starts with it', async (_what, flags) => {
    const { sandbox, printed } = await commandsOf(flags());
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const file = dataFile();
    const { length } = Buffer.from(await (await fetch(`${sandbox.url}/_sandbox/api/backup`)).arrayBuffer());
    expect(await printed('backup', file)).toBe(
      `The backup is in ${file} (${(length / 1e6).toFixed(1)} MB). Start a sandbox with --data ${file} to use it.\n`,
    );
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await cliResult(['compact', file])).stdout).toContain('is whole');

    const later = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect(later.status).toBe(200);
    const restored = await cliSandbox(['--data', file]);
    expect((await restored.control('otps')).data).toHaveLength(1);
  });

  it('never overwrites a file, and leaves none behind when there is no backup', async () => {
    const { run } = await commandsOf();
    const there = join(testFolder(), 'there.db');
    writeFileSync(there, 'mine');
    expect(await run('backup', there)).toMatchObject({
      code: 1,
      stderr: `${there} exists. Name a new file.\n`,
    });
    expect(readFileSync(there, 'utf8')).toBe('mine');

    const file = dataFile();
    expect((await run('backup', file, '--url', 'http://127.0.0.1:9')).code).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect((await run('backup', join(file, 'a.db'))).stderr).toMatch(/^The backup cannot be written: ENOENT/);
  });

  it.each(['-wal', '-journal'])(
    'not beside a %s of another data file, which would replace it',
    async (suffix) => {
      const { run } = await commandsOf();
      const file = dataFile();
      const log = `${file}${suffix}`;
      writeFileSync(log, 'changes');
      expect(await run('backup', file)).toMatchObject({
        code: 1,
        stderr: `The log of another data file is at ${log}, and would be read with the backup. Move it away, or name another file.\n`,
      });
      expect(existsSync(file)).toBe(false);
      expect(readFileSync(log, 'utf8')).toBe('changes');
    },
  );

  it('a name that no data file can have is refused', async () => {
    const { run } = await commandsOf();
    for (const name of [`${dataFile()}-wal`, `${dataFile()} `]) {
      expect(await run('backup', name)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(' has a '),
      });
      expect(existsSync(name)).toBe(false);
    }
    // `snapshot export` takes it for stdout.
    expect(await run('backup', '-')).toMatchObject({
      code: 2,
      stderr: 'A backup cannot go to stdout. Name a new file.\n',
    });
  });

  it.skipIf(process.platform === 'win32')(
    'killed while it writes, it leaves nothing under the name',
    async () => {
      const { sandbox } = await commandsOf();
      const file = dataFile();
      const script = `const fs = process.getBuiltinModule('fs');
      fs.fsyncSync = () => process.kill(process.pid, 'SIGKILL');
      process.getBuiltinModule('module').syncBuiltinESMExports();`;
      const ended = await cliResult(['backup', file, '--url', sandbox.url], {
        env: { NODE_OPTIONS: imported(script) },
      });
      expect(ended.signal).toBe('SIGKILL');
      expect(existsSync(file)).toBe(false);
    },
  );

  it('an empty file is no backup: compact says so', async () => {
    const file = dataFile();
    writeFileSync(file, '');
    expect(await cliResult(['compact', file])).toMatchObject({
      code: 1,
      stderr: `The data file ${file} is empty. If it is a backup, it failed: take another one. If it is new, start the sandbox with it.\n`,
    });
  });

  it('neither is a copy without the log, where all data is: compact, doctor, and the next start say so', async () => {
    const data = dataFile();
    const copy = `${data}.copy`;
    const sandbox = await cliSandbox(['--data', data]);
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    copyFileSync(data, copy);
    const bytes = readFileSync(copy);
    const isEmpty = `The data file ${copy} is empty. If it is a backup, it failed: take another one.`;
    expect(await cliResult(['compact', copy])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(isEmpty),
    });
    const { code, stdout } = await cliResult(['doctor', '--data', copy], { env: noSandbox });
    expect([code, stdout]).toEqual([1, expect.stringContaining(isEmpty)]);
    expect(readFileSync(copy).equals(bytes)).toBe(true);
    const cli = runCli(['start', '--port', '0', '--data', copy]);
    expect(await cli.printed(/Ctrl-C/)).toContain(`${copy} (the file was empty)`);
  });
});
