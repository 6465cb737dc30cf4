import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { cliResult, cliSandbox, type Ready, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { endLater } from '../support/detached.ts';

const note =
  'To start again with those of the fixtures file, run `gateway-sandbox reset`, which deletes everything else except snapshots.\n';
const flags = ['--data', 'a.db', '--fixtures', 'fx.json'];
const demo = { id: 'demo', api_key: 'k1', access_tokens: { test: 't1', live: 'l1' }, secret_key: 's1' };

describe('Accounts of a fixtures file', () => {
  it('are named if the data file lacks them or has others; a reset brings them', async () => {
    const cwd = await folderWithStored([demo]);
    fixtures(cwd, [
      { ...demo, api_key: 'k2', approved: false },
      { id: 'other', api_key: 'k3' },
    ]);
    const sandbox = await cliSandbox([...flags, '--quiet'], { cwd });
    expect((await sandbox.control('accounts')).data).toMatchObject([{ id: 'demo', approved: true }]);
    await sandbox.control('reset', {});
    expect((await sandbox.control('accounts')).data).toMatchObject([
      { id: 'demo', approved: false },
      { id: 'other' },
    ]);
    expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe(
      `Accounts in the data file override the fixtures file: "demo" differs in approved, api_key; "other" is not added. ${note}`,
    );
    expect(await stderrOfStart(cwd)).toBe('');
  });

  it('without IDs, they are looked up by their keys and names', async () => {
    const seeds = [{ api_key: 'k1' }, { access_tokens: { live: 'l2' } }, { name: 'Third' }, {}];
    const cwd = await folderWithStored(seeds);
    expect(await stderrOfStart(cwd)).toBe('');
    const [one, two, three] = seeds;
    fixtures(cwd, [
      { ...one, name: 'First' },
      { ...two, approved: false },
      { ...three, api_key: 'k3' },
      { name: 'Fourth' },
      { api_key: 'k5' },
      { id: 'six' },
      {},
    ]);
    expect(await stderrOfStart(cwd)).toBe(
      `Accounts in the data file override the fixtures file: "First" differs in name; "without an ID" differs in approved; "Third" differs in api_key; "Fourth" is not added; "without an ID" is not added; and 1 more. ${note}`,
    );
  });

  it('nothing is said of the built-in account', async () => {
    const cwd = await folderWithStored([{ id: 'other' }]);
    expect(await stderrOfStart(cwd, ['--data', 'a.db'])).toBe('');
  });

  it('with start --from, those of the snapshot count', async () => {
    const cwd = testFolder();
    await using sandbox = await startSandbox();
    await sandbox.snapshots.save('bug');
    const exported = await fetch(`${sandbox.url}/_sandbox/api/snapshots/bug/export`);
    writeFileSync(join(cwd, 'bug.jsonl'), await exported.text());
    fixtures(cwd, [{ id: 'other' }]);
    expect(await stderrOfStart(cwd, ['--from', 'bug.jsonl', '--fixtures', 'fx.json'])).toBe(
      `Accounts in the snapshot override the fixtures file: "other" is not added. ${note}`,
    );
  });

  it('with --detach --log-file, the terminal shows the line, too', async () => {
    const cwd = await folderWithStored([demo]);
    fixtures(cwd, [{ id: 'other' }]);
    const args = ['start', '--port', '0', '--detach', '--json', '--log-file', 'a.log', ...flags];
    const { stdout, stderr } = await cliResult(args, { cwd });
    endLater((JSON.parse(stdout) as Ready).pid);
    expect(stderr).toBe(
      `Accounts in the data file override the fixtures file: "other" is not added. ${note}`,
    );
  });

  it('with --watch, the next change of the file adds missing ones whose keys are free', async () => {
    const cwd = await folderWithStored([demo]);
    const late = [
      { id: 'late', api_key: 'k4' },
      { id: 'taken', api_key: 'k1' },
      { id: 'token', access_tokens: { live: 't1' } },
    ];
    fixtures(cwd, late);
    const sandbox = await cliSandbox([...flags, '--watch'], { cwd });
    fixtures(cwd, [...late, { id: 'new' }]);
    await expect
      .poll(sandbox.stderr, { interval: 20 })
      .toMatch(/fx\.json was read: account late is added, account new is added\.\n/);
  });

  it('with --watch, the built-in account stays out of a data file that has others', async () => {
    const cwd = await folderWithStored([{ id: 'other' }]);
    const sandbox = await cliSandbox(['--data', 'a.db', '--watch'], { cwd });
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"strict":true}');
    await expect.poll(sandbox.stderr, { interval: 20 }).toMatch(/was read: strict is now true\.\n/);
  });
});

/** A folder with a data file that was made with these accounts. */
async function folderWithStored(accounts: readonly object[]): Promise<string> {
  const cwd = testFolder();
  fixtures(cwd, accounts);
  const sandbox = await startSandbox({ data: join(cwd, 'a.db'), fixtures: join(cwd, 'fx.json') });
  await sandbox.stop();
  return cwd;
}

function fixtures(cwd: string, accounts: readonly object[]): void {
  writeFileSync(join(cwd, 'fx.json'), JSON.stringify({ accounts }));
}

async function stderrOfStart(cwd: string, args: readonly string[] = flags): Promise<string> {
  return (await signalled(await cliSandbox(args, { cwd }), 'SIGTERM')).stderr;
}
