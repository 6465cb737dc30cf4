import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { cliResult } from '../support/cli.ts';
import { dataFile, pageBytes, testFolder } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';

let bytes: Buffer | undefined;

/** The bytes of a used data file. */
async function usedBytes(): Promise<Buffer> {
  if (bytes) return Buffer.from(bytes);
  const file = dataFile();
  const sandbox = await freshSandbox({ data: file });
  for (const index of Array(50).keys()) await sandbox.call('walletA/verify', { amount: `${index}` });
  await sandbox.stop();
  bytes = readFileSync(file);
  return Buffer.from(bytes);
}

/** Changes a used data file with SQLite, like another program. */
const worked =
  (...works: readonly string[]) =>
  async (file: string) => {
    writeFileSync(file, await usedBytes());
    for (const work of works) {
      const sqlite = new Sqlite(file);
      sqlite.unsafeMode();
      sqlite.exec(`PRAGMA writable_schema = ON; ${work}`);
      sqlite.close();
    }
  };

const written = (change: (bytes: Buffer) => Buffer) => async (file: string) =>
  writeFileSync(file, change(await usedBytes()));

const damaged = 'is damaged. Restore it from a copy, or name another file with --data; it was left as it is.';
const noDatabase = 'is not a database. Name another file with --data; this one was left as it is.';

const kinds: readonly (readonly [kind: string, make: (file: string) => unknown, says: string])[] = [
  ['a text', (file) => writeFileSync(file, 'Dear diary, '.repeat(999)), noDatabase],
  ['garbage in its first bytes', written((all) => all.fill('garbage', 0, 16)), noDatabase],
  ['garbage in the size of its pages', written((all) => all.fill(0xff, 16, 20)), noDatabase],
  ['garbage in a page', written((all) => all.fill('garbage', 9 * pageBytes, 10 * pageBytes)), damaged],
  ['cut off in the middle', written((all) => all.subarray(0, all.length / 2)), damaged],
  ['cut off within its first bytes', written((all) => all.subarray(0, 50)), damaged],
  [
    'an index that has not heard of a change',
    worked(
      `CREATE TABLE kept AS SELECT * FROM sqlite_schema; DELETE FROM sqlite_schema WHERE name = 'requests_by_status'`,
      `DELETE FROM requests WHERE id = 7; INSERT INTO sqlite_schema SELECT * FROM kept WHERE name = 'requests_by_status'`,
    ),
    damaged,
  ],
  [
    'the database of another program',
    worked('PRAGMA application_id = 1'),
    'is a database of another program. Name another file with --data.',
  ],
  [
    'written by a newer version',
    worked('PRAGMA user_version = 999'),
    'was written by a newer gateway-sandbox (schema 999, this one knows N). Update gateway-sandbox, or name another file with --data.',
  ],
  ['a folder', (file) => mkdirSync(file), 'is a folder. Name a file with --data.'],
  [
    'with a folder where its log should be',
    async (file) => {
      await worked()(file);
      mkdirSync(`${file}-wal`);
    },
    'cannot be opened. Check that its folder exists and is writable, or name another file with --data.',
  ],
];

/** Everything in a folder: names, types, permissions and content. */
function contentOf(folder: string): unknown {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    return [
      name,
      stats.mode,
      stats.isFile() && createHash('sha256').update(readFileSync(path)).digest('hex'),
    ];
  });
}

describe('A data file that cannot be used at the start: one sentence, exit code 1, and nothing is changed', () => {
  it.each(kinds)('%s', async (_kind, make, says) => {
    const folder = testFolder();
    const file = join(folder, 'a.db');
    await make(file);
    const before = contentOf(folder);
    const { code, stdout, stderr } = await cliResult(['--port', '0', '--data', file]);
    expect(stderr.replace(/knows \d+/, 'knows N')).toBe(`The data file ${file} ${says}\n`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(contentOf(folder)).toEqual(before);
  });
});

describe('A log that is no log of the data file', () => {
  it.each([
    ['garbage', () => Buffer.alloc(50_000, 'garbage ')],
    ['nothing but zeros', () => Buffer.alloc(50_000)],
    ['cut off within its first bytes', () => Buffer.alloc(7, 'garbage')],
  ])('%s: it may have been one, so the start is refused and changes nothing', async (_what, log) => {
    const folder = testFolder();
    const file = join(folder, 'a.db');
    writeFileSync(file, await usedBytes());
    writeFileSync(`${file}-wal`, log());
    const before = contentOf(folder);
    const { code, stderr } = await cliResult(['--port', '0', '--data', file]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${file}-wal, the log of the data file ${file}, is damaged or belongs to another program. It may hold the last changes: restore both files from a copy, move the log away to start without those changes, or name another file with --data.\n`,
    });
    expect(contentOf(folder)).toEqual(before);
  });
});
