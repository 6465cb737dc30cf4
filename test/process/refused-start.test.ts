import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { paid } from '../support/checkouts.ts';
import { cliResult, cliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freePort } from '../support/free-port.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { exported, fileOf, type Row, rowsIn } from '../support/snapshot-files.ts';

/** A free port for the sandbox, unless a case names another one. */
const anyPort = ['--port', '0'];
/** Would change the file of a start that is not refused. */
const overriding = ['--set', 'otp.lifetime=9m'];

interface Place {
  /** The folder of the start, with the files that the arguments name. */
  readonly folder: string;
  /** A port of another program. */
  readonly busy: string;
}

const refused: readonly (readonly [why: string, args: (place: Place) => readonly string[]])[] = [
  ['a port in use', ({ busy }) => ['--port', busy]],
  ['a port in use, for --detach', ({ busy }) => ['--port', busy, '--detach']],
  ['a port in use, for HTTPS', ({ busy }) => ['--port', busy, '--https']],
  ['an address of another machine', () => [...anyPort, '--host', '10.99.99.99']],
  ['a host that is no name', () => [...anyPort, '--host', 'bad..host']],
  ["the shop's port in use", ({ busy }) => [...anyPort, '--demo', '--shop-port', busy]],
  ['a certificate that is missing', () => [...anyPort, '--https', '--cert', 'no.pem', '--key', 'no.pem']],
  ['a payment file that is broken', () => [...anyPort, '--from', 'payment.json']],
  ['a snapshot file that is missing', () => [...anyPort, '--from', 'no.jsonl']],
  ['a snapshot for a file with data', () => [...anyPort, '--from', 'snapshot.jsonl']],
  ['times that there are not', () => [...anyPort, '--latency', 'report']],
  ['a setting that is wrong', () => [...anyPort, '--set', 'otp.lifetime=soon']],
  [
    'stored settings that do not fit',
    ({ folder }) => {
      storeFact(folder, 'settings', { otp: { lifetime: '7m' }, rate_limit: { requests: 500 } });
      return anyPort;
    },
  ],
  ['fixtures that are missing', () => [...anyPort, '--fixtures', 'no.json']],
];

describe('A start that is refused leaves the data file as it was, and sends nothing that is due', () => {
  it.each(refused)('%s', async (_why, args) => {
    const app = await freshMerchant();
    const folder = await usedFolder(app);
    const { port: busy } = new URL(app.url);
    const start = ['start', '--data', 'used.db', ...overriding, ...args({ folder, busy })];
    const before = rowsOf(join(folder, 'used.db'));
    expect(await cliResult(start, { cwd: folder })).toMatchObject({
      code: expect.toSatisfy((code) => code === 1 || code === 2),
      stdout: '',
      stderr: expect.stringMatching(/^.+\n$/),
    });
    expect(rowsOf(join(folder, 'used.db'))).toEqual(before);
    // A refused start asks a port in use which program has it, with a GET.
    expect(app.arrivals.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('also a file of an older version: that one can still open it', async () => {
    const app = await freshMerchant();
    const folder = await usedFolder(app);
    const sqlite = new Sqlite(join(folder, 'used.db'));
    sqlite.pragma('user_version = 1');
    sqlite.close();
    const bytes = readFileSync(join(folder, 'used.db'));
    for (const args of [
      ['--port', new URL(app.url).port],
      [...anyPort, '--from', 'payment.json'],
      [...anyPort, '--latency', 'report'],
    ]) {
      expect(await cliResult(['start', '--data', 'used.db', ...args], { cwd: folder })).toMatchObject({
        code: 1,
      });
      expect(readFileSync(join(folder, 'used.db')).equals(bytes)).toBe(true);
    }
  });
});

describe('A start from a snapshot that is refused can be repeated', () => {
  it.each([
    ['an empty file', true],
    ['a new file', false],
  ])('with %s', async (_what, isEmptyFile) => {
    const app = await freshMerchant();
    const folder = await usedFolder(app);
    const { port: busy } = new URL(app.url);
    const file = join(folder, 'new.db');
    if (isEmptyFile) writeFileSync(file, '');
    const names = readdirSync(folder);
    const from = (name: string) => ['--data', 'new.db', '--from', name];
    for (const args of [
      [...from('snapshot.jsonl'), '--port', busy],
      [...from('snapshot.jsonl'), ...anyPort, '--demo', '--shop-port', busy],
      [...from('cut-off.jsonl'), ...anyPort],
    ]) {
      expect(await cliResult(['start', ...args], { cwd: folder })).toMatchObject({ code: 1, stdout: '' });
      expect(readdirSync(folder)).toEqual(names);
      if (isEmptyFile) expect(readFileSync(file, 'utf8')).toBe('');
    }
    const started = await cliSandbox(from('snapshot.jsonl'), { cwd: folder });
    expect((await started.control('transactions')).data).toHaveLength(1);
  });
});

describe('A start whose shop is refused', () => {
  it('leaves nothing that answers', async () => {
    const app = await freshMerchant();
    const port = String(await freePort());
    const args = ['start', '--port', port, '--demo', '--shop-port', new URL(app.url).port];
    expect((await cliResult(args)).code).toBe(1);
    await nobodyAnswers(`http://127.0.0.1:${port}`);
  });

  it('because no account can be its own, says so', async () => {
    const folder = testFolder();
    const sandbox = await freshSandbox();
    await sandbox.control('snapshots', { name: 'story' });
    const [header = {}, ...rows] = rowsIn(await exported(sandbox));
    const counts = { ...(header.counts as Row), account: 0, access_token: 0 };
    const others = rows.filter(({ record }) => record !== 'account' && record !== 'access_token');
    writeFileSync(join(folder, 'empty.jsonl'), fileOf([{ ...header, counts }, ...others]));
    const args = ['start', ...anyPort, '--demo', '--shop-port', '0', '--from', 'empty.jsonl'];
    expect(await cliResult(args, { cwd: folder })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The demo shop needs an account, and this sandbox has none.\n',
    });
  });
});

/**
 * A folder with the data file of a sandbox that stored settings and has a callback that is due, and with
 * files to start from.
 */
async function usedFolder(app: MerchantServer): Promise<string> {
  const folder = testFolder();
  const sandbox = await freshSandbox({ data: join(folder, 'used.db') });
  await sandbox.control('settings', { otp: { lifetime: '7m', policy: 'fixed' } }, 'PATCH');
  await paid(sandbox, app.url, { delay: '1m' });
  await sandbox.control('snapshots', { name: 's' });
  const snapshot = await (await sandbox.app.request('/_sandbox/api/snapshots/s/export')).text();
  await sandbox.stop();
  // Setting the clock looks for what is due.
  storeFact(folder, 'clock', { offsetMs: 1, frozenAt: null });
  writeFileSync(join(folder, 'snapshot.jsonl'), snapshot);
  writeFileSync(join(folder, 'cut-off.jsonl'), snapshot.slice(0, -50));
  writeFileSync(join(folder, 'payment.json'), '{"format":"gateway-sandbox story"');
  return folder;
}

function storeFact(folder: string, name: string, value: object): void {
  const sqlite = new Sqlite(join(folder, 'used.db'));
  sqlite.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, JSON.stringify(value));
  sqlite.close();
}

function rowsOf(file: string): unknown {
  const sqlite = new Sqlite(file, { readonly: true });
  const tables = sqlite
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .pluck()
    .all();
  const rows = tables.map((table) => [table, sqlite.prepare(`SELECT * FROM "${table}"`).raw().all()]);
  sqlite.close();
  return rows;
}
