import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { openStore } from '../../src/store/store.ts';
import { dataFile, testFolder } from '../support/data-file.ts';

/** The files of a database after a crash of its program, with data that is not in the main file yet. */
function leftOpen(file: string, mode: 'wal' | 'delete', statements: string): void {
  const original = dataFile();
  const sqlite = new Sqlite(original);
  sqlite.pragma(`journal_mode = ${mode}`);
  sqlite.pragma('cache_size = 1');
  sqlite.exec(statements);
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    if (lstatSync(`${original}${suffix}`, { throwIfNoEntry: false }))
      copyFileSync(`${original}${suffix}`, `${file}${suffix}`);
  sqlite.close();
}

function made(file: string, statements: string): void {
  const sqlite = new Sqlite(file);
  sqlite.exec(statements);
  sqlite.close();
}

/** One of our data files, changed the way its own program could, and left open. */
function oursLeftOpen(file: string, statements: string): void {
  const original = dataFile();
  openStore(original).close();
  const sqlite = new Sqlite(original);
  sqlite.exec(statements);
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${original}${suffix}`, `${file}${suffix}`);
  sqlite.close();
}

const songs = `CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('one')`;
const foreign = 'is a database of another program. Name another file with --data.';
const noDatabase = 'is not a database. Name another file with --data; this one was left as it is.';
const damaged = 'is damaged. Restore it from a copy, or name another file with --data; it was left as it is.';

const kinds: readonly (readonly [kind: string, make: (file: string) => unknown, says: string])[] = [
  ['a text', (file) => writeFileSync(file, 'Dear diary'), noDatabase],
  ['an image', (file) => writeFileSync(file, Buffer.from('89504e470d0a1a0a', 'hex')), noDatabase],
  ['nothing but zeros', (file) => writeFileSync(file, Buffer.alloc(8192)), noDatabase],
  ['a database of another program', (file) => made(file, songs), foreign],
  ['an empty one', (file) => made(file, 'PRAGMA user_version = 3'), foreign],
  ['an empty one with an id', (file) => made(file, 'PRAGMA application_id = 7'), foreign],
  ['one whose tables were dropped', (file) => made(file, `${songs}; DROP TABLE songs`), foreign],
  ['one with everything in its log', (file) => leftOpen(file, 'wal', songs), foreign],
  [
    'one that a crash has left in the middle of a change',
    (file) => leftOpen(file, 'delete', `${songs}; BEGIN; INSERT INTO songs SELECT hex(randomblob(99999))`),
    foreign,
  ],
  [
    'a log of another program beside an empty file',
    (file) => {
      leftOpen(file, 'wal', songs);
      writeFileSync(file, '');
    },
    'is empty, but there is a ',
  ],
  [
    'a newer one of ours',
    (file) => oursLeftOpen(file, 'PRAGMA user_version = 999'),
    'was written by a newer gateway-sandbox (schema 999, this one knows N). Update gateway-sandbox, or name another file with --data.',
  ],
  ['one of ours that was taken over', (file) => oursLeftOpen(file, 'PRAGMA application_id = 7'), foreign],
  ['the first bytes of one', (file) => writeFileSync(file, 'SQLite format 3\0'), damaged],
  ['a folder', (file) => mkdirSync(file), 'is a folder. Name a file with --data.'],
];

/** Everything in a folder: names, types, permissions, times and content. */
function contentOf(folder: string): unknown {
  const { mtimeNs } = lstatSync(folder, { bigint: true });
  const entries = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path, { bigint: true });
    const bytes = stats.isFile() && createHash('sha256').update(readFileSync(path)).digest('hex');
    return [name, stats.mode, stats.mtimeNs, stats.ino, bytes];
  });
  return [mtimeNs, ...entries];
}

function refusalOf(file: string): string {
  try {
    openDatabase(file).close();
  } catch (error) {
    if (error instanceof Error && error.name === 'DataFileError')
      return error.message.replace(`The data file ${file} `, '').replace(/knows \d+/, 'knows N');
    throw error;
  }
  throw new Error(`${file} was opened`);
}

describe('A file of another program is refused and nothing of it or beside it is changed', () => {
  it.each(kinds)('%s', (_kind, make, says) => {
    const folder = testFolder();
    const file = join(folder, 'a.db');
    make(file);
    for (const name of readdirSync(folder)) {
      chmodSync(join(folder, name), 0o755);
      utimesSync(join(folder, name), 1_000_000_000, 1_000_000_000);
    }
    const before = contentOf(folder);
    expect(refusalOf(file)).toContain(says);
    expect(contentOf(folder)).toEqual(before);
  });

  it('a refusal does not end the lock of the program that has the file open', () => {
    const file = dataFile();
    const store = openStore(file);
    expect(refusalOf(file)).toMatch(/^is in use by another process/);
    const other = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import Sqlite from 'better-sqlite3'; new Sqlite(${JSON.stringify(file)}, { timeout: 0 }).exec('BEGIN IMMEDIATE')`,
      ],
      { encoding: 'utf8' },
    );
    expect(other.stderr).toContain('database is locked');
    store.close();
  });
});
