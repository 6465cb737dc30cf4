import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox, imported, noSandbox, program } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { dataFile, testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const verify = rightFields['walletA/verify'];
const withoutTime = (file: string) => readFileSync(file, 'utf8').replace(/"exported_at":"[^"]*"/, '');

/** A sandbox with a code in its snapshot `bug`, exported to a file. */
async function withFile(...flags: string[]) {
  const commands = await commandsOf();
  await commands.sandbox.call('walletA/verify', verify);
  await commands.printed('snapshot', 'save', 'bug');
  const file = join(testFolder(), 'bug.jsonl');
  const said = await commands.printed('snapshot', 'export', 'bug', file, ...flags);
  return { ...commands, file, said };
}

describe('snapshot export NAME FILE, snapshot import FILE', () => {
  it('carry a state to another sandbox and back', async () => {
    const { file, said } = await withFile();
    expect(said).toBe(
      `Snapshot bug is in ${file} (${Math.ceil(statSync(file).size / 1000)} kB). Its keys are replaced.\n`,
    );
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = await commandsOf();
    expect(await other.printed('snapshot', 'import', file)).toBe(
      [
        'Snapshot bug is imported: 0 transactions, 0 callbacks, 1 request.',
        'Go to it with: gateway-sandbox snapshot restore bug',
        'Its accounts have made-up keys: `gateway-sandbox accounts`.\n',
      ].join('\n'),
    );
    expect(await other.json('snapshot', 'import', file, '--name', 'b', '--restore')).toMatchObject({
      name: 'b',
      keys: 'replaced',
      restored: true,
    });
    expect((await other.sandbox.control('otps')).data).toHaveLength(1);
    const back = join(testFolder(), 'back.jsonl');
    await other.printed('snapshot', 'export', 'bug', back);
    expect(withoutTime(back)).toBe(withoutTime(file));
  });

  it('name the sandbox of --url in the commands that go on', async () => {
    const { file, sandbox } = await withFile();
    const { stdout } = await cliResult([
      'snapshot',
      'import',
      file,
      '--name',
      'other',
      '--url',
      `${sandbox.url}/_sandbox/`,
    ]);
    expect(stdout).toContain(`Go to it with: gateway-sandbox snapshot restore other --url ${sandbox.url}\n`);
    expect(stdout).toContain(`made-up keys: \`gateway-sandbox accounts --url ${sandbox.url}\`.`);
  });

  it('keep keys with --with-secrets, and go through pipes with -', async () => {
    const { file, said, printed } = await withFile('--with-secrets');
    expect(said).toContain('Its accounts have their keys: share it with care.');
    expect(readFileSync(file, 'utf8')).toContain('demo_secret_key');
    expect(await printed('snapshot', 'export', 'bug', '-')).not.toContain('demo_secret_key');
    const { sandbox } = await commandsOf();
    const child = spawn(process.execPath, [program, 'snapshot', 'import', '-', '--url', sandbox.url], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { HOME: testFolder(), XDG_DATA_HOME: testFolder() },
    });
    child.stdin?.end(readFileSync(file));
    expect(await exitOf(child)).toBe(0);
    expect((await sandbox.control('snapshots')).data).toHaveLength(1);
  });

  it('never overwrite a file, and leave none behind that is not whole', async () => {
    const { file, run } = await withFile();
    expect(await run('snapshot', 'export', 'bug', file)).toMatchObject({
      code: 1,
      stderr: `${file} exists. Name a new file.\n`,
    });
    const folder = testFolder();
    const at = join(folder, 'none.jsonl');
    expect(await run('snapshot', 'export', 'none', at)).toMatchObject({
      code: 1,
      stderr: 'There is no snapshot "none".\n',
    });
    expect((await run('snapshot', 'export', 'bug', join(file, 'x'))).stderr).toMatch(
      /^The snapshot cannot be written: ENOTDIR/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a full disk is one sentence, and no half file', async () => {
    const { sandbox } = await withFile();
    const folder = testFolder();
    const script = `const fs = process.getBuiltinModule('fs');
      fs.fsyncSync = () => {
        throw new Error('ENOSPC: no space left on device, fsync');
      };
      process.getBuiltinModule('module').syncBuiltinESMExports();`;
    const ended = await cliResult(
      ['snapshot', 'export', 'bug', join(folder, 'bug.jsonl'), '--url', sandbox.url],
      { env: { NODE_OPTIONS: imported(script) } },
    );
    expect(ended).toMatchObject({
      code: 1,
      stderr: 'The snapshot cannot be written: ENOSPC: no space left on device, fsync. Name another file.\n',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a broken file is one sentence with exit code 1, a wrong flag 2', async () => {
    const { file, run } = await withFile();
    const cut = join(testFolder(), 'cut.jsonl');
    writeFileSync(cut, readFileSync(file).subarray(0, -100));
    expect(await run('snapshot', 'import', cut)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The snapshot cannot be imported: line \d+ is not whole: the file is cut off\. Nothing was changed\.\n$/,
      ),
    });
    const nowhere = await run('snapshot', 'import', join(cut, 'x'));
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringMatching(/^The snapshot .* cannot be read: ENOTDIR/),
    ]);
    expect((await run('snapshot', 'import', file, '--name', '../x')).code).toBe(2);
    expect((await run('snapshot', 'import')).code).toBe(2);
  });
});

describe('start --from FILE', () => {
  it('begins in the state of the file, also detached', async () => {
    const { file } = await withFile();
    const sandbox = await cliSandbox(['--from', file]);
    expect((await sandbox.control('otps')).data).toHaveLength(1);
    expect((await sandbox.control('accounts')).data).toHaveLength(1);
    expect((await sandbox.control('snapshots')).data).toMatchObject([{ name: 'bug' }]);
    const detached = await cliResult(['start', '--port', '0', '--detach', '--json', '--from', file]);
    // Our own ready line.
    const { url, pid } = JSON.parse(detached.stdout) as { url: string; pid: number };
    try {
      const otps = await (await fetch(`${url}/_sandbox/api/otps`)).json();
      expect(otps).toMatchObject({ data: [{ status: 'active' }] });
    } finally {
      process.kill(pid);
    }
  });

  it('keeps it in a new data file, and refuses one that has data of its own', async () => {
    const { file } = await withFile();
    const data = dataFile();
    const first = await cliSandbox(['--from', file, '--data', data]);
    first.process.kill();
    await first.ended;
    const again = await cliSandbox(['--data', data]);
    expect((await again.control('otps')).data).toHaveLength(1);
    again.process.kill();
    await again.ended;
    expect(await cliResult(['start', '--port', '0', '--from', file, '--data', data])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data file has data of its own.*\n$/),
    });
  });

  it('does not start with a file that cannot be read or is not a snapshot', async () => {
    const cwd = testFolder();
    const options = { cwd, env: noSandbox };
    writeFileSync(join(cwd, 'other.json'), '{}');
    expect(await cliResult(['start', '--from', 'other.json'], options)).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The snapshot cannot be imported: line 1 does not say that it is a snapshot of gateway-sandbox. Nothing was changed.\n',
    });
    expect(await cliResult(['start', '--from', 'none'], options)).toMatchObject({
      code: 1,
      stderr: "The snapshot none cannot be read: ENOENT: no such file or directory, open 'none'.\n",
    });
    expect(await cliResult(['start', '--detach', '--from', '-'], options)).toMatchObject({
      code: 2,
      stderr: '--detach cannot read stdin. Name a file with --from FILE.\n',
    });
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });
});

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}
