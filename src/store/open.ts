import { chmodSync, closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrationsDir } from '../paths.ts';
import { Database } from './database.ts';

/** Marks a file as ours in SQLite's header: "gwsb". */
const applicationId = 0x67_77_73_62;

/** The data file cannot be used; the message is for the person who named it. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

/** Opens the data file, or memory when there is none, and brings its schema up to date. Throws `DataFileError`. */
export function openDatabase(file: string | undefined): Database {
  if (file === undefined) return prepared(new Sqlite(':memory:'));
  try {
    refuseUnwritable(file);
    return prepared(new Sqlite(file, { timeout: 500 }), file);
  } catch (error) {
    throw error instanceof DataFileError ? error : new DataFileError(sentence(file, error));
  }
}

function prepared(sqlite: Sqlite.Database, file?: string): Database {
  try {
    if (file !== undefined) {
      refuseForeign(sqlite, file);
      refuseDamaged(sqlite, file);
      // Codes and secrets are in the file: for its owner alone. A file that is not ours is left as it is.
      chmodSync(file, 0o600);
    }
    // One process owns the file: two outboxes on it would send every callback twice.
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('journal_mode = WAL');
    // better-sqlite3 builds SQLite with NORMAL for WAL, which may lose the last commits with the power.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    migrate(sqlite, file);
    return new Database(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function refuseForeign(sqlite: Sqlite.Database, file: string): void {
  const id = sqlite.pragma('application_id', { simple: true });
  const { tables } = sqlite
    .prepare<[], { tables: number }>('SELECT count(*) AS tables FROM sqlite_schema')
    .get() ?? { tables: 0 };
  if (id === applicationId || tables === 0) return;
  throw new DataFileError(`${file} is a database of another program. Name another file with --data.`);
}

/** Looks at every page: a damaged one would else be found in the middle of the work. */
function refuseDamaged(sqlite: Sqlite.Database, file: string): void {
  if (sqlite.pragma('quick_check(1)', { simple: true }) === 'ok') return;
  throw new DataFileError(`The data file ${file} ${reasons.SQLITE_CORRUPT}`);
}

/** Runs the migrations that the file has not seen, all in one transaction; `user_version` is the number of the last one. */
function migrate(sqlite: Sqlite.Database, file = 'the database'): void {
  const done = Number(sqlite.pragma('user_version', { simple: true }));
  const all = readdirSync(migrationsDir)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  if (done > all.length) {
    throw new DataFileError(
      `${file} was written by a newer gateway-sandbox (schema ${done}, this one knows ${all.length}). Update gateway-sandbox, or name another file with --data.`,
    );
  }
  sqlite.transaction(() => {
    for (const name of all.slice(done)) sqlite.exec(readFileSync(join(migrationsDir, name), 'utf8'));
    sqlite.pragma(`user_version = ${all.length}`);
    sqlite.pragma(`application_id = ${applicationId}`);
  })();
}

/** Makes the file where there is none. A write-protected one is refused by its mode: to root, SQLite would open it. */
function refuseUnwritable(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) closeSync(openSync(file, 'a', 0o600));
  else if (stats.isDirectory()) throw new DataFileError(`The data file ${file} ${reasons.EISDIR}`);
  else if ((stats.mode & 0o200) === 0)
    throw new DataFileError(`The data file ${file} ${reasons.SQLITE_READONLY}`);
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'is in use by another process. Stop that one, or name another file with --data.',
  SQLITE_LOCKED: 'is in use by another process. Stop that one, or name another file with --data.',
  SQLITE_NOTADB: 'is not a database. Name another file with --data; this one was left as it is.',
  SQLITE_CORRUPT:
    'is damaged. Restore it from a copy, or name another file with --data; it was left as it is.',
  SQLITE_FULL: 'cannot be written: the disk is full.',
  SQLITE_READONLY: 'is read-only. Make it writable, or name another file with --data.',
  SQLITE_CANTOPEN: 'cannot be opened. Check that its folder exists and is writable.',
  ENOENT: 'cannot be made: its folder does not exist.',
  EACCES: 'cannot be opened: permission denied.',
  EPERM: 'cannot be opened: permission denied.',
  EROFS: 'is on a read-only file system. Name another file with --data.',
  EISDIR: 'is a folder. Name a file with --data.',
  ENOSPC: 'cannot be made: the disk is full.',
};

function sentence(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = Object.entries(reasons).find(([key]) => code === key || code.startsWith(`${key}_`));
  return `The data file ${file} ${reason?.[1] ?? `cannot be used: ${error instanceof Error ? error.message : String(error)}`}`;
}
