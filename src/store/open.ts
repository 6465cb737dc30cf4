import { chmodSync, realpathSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isLoadError, nativeModuleError } from '../binary/native-error.ts';
import { packageFile, packageFolder } from '../host/package-files.ts';
import { type Check, refuseDamaged } from './damage.ts';
import { DataFileError, openingError, refusedFile } from './data-file-error.ts';
import { Database } from './database.ts';
import { dropDescriptor } from './descriptors.ts';
import { fileHeader } from './file-header.ts';
import { makeIfMissing } from './file-place.ts';
import { refuseDamagedWithLog } from './log-aside.ts';
import { refuseDamagedLog } from './log-beside.ts';

/** Marks a file as ours in SQLite's header: "gwsb". */
const applicationId = 0x67_77_73_62;

const migrationsFolder = 'src/store/migrations/';

const longestLogBytes = 16 * 1024 * 1024;

/**
 * Opens the data file, or a database in memory. Only a start, with its quick check, migrates the schema:
 * `doctor` and `compact` leave a file that the older version can still open. Throws `DataFileError`.
 */
export function openDatabase(file: string | undefined, check: Check = 'quick'): Database {
  if (file === undefined) return prepared(connected(':memory:'));
  let isNew = false;
  try {
    isNew = makeIfMissing(file);
    refuseOthers(file, check);
    const index = refuseDamagedWithLog(file, check, (path) => connected(path, { readonly: true }));
    // Absolute, so that no name has a special meaning to SQLite.
    const database = prepared(connected(resolve(file)), file, check, index !== undefined);
    if (index !== undefined) removeIndex(index);
    return database;
  } catch (error) {
    const refusal = openingError(file, error);
    forgetRefused(file);
    // If another sandbox has taken the new file meanwhile, it is no longer ours to remove.
    if (isNew && !isBusy(refusal.cause))
      for (const each of ['', '-wal', '-journal']) rmSync(`${file}${each}`, { force: true });
    throw refusal;
  }
}

/** The file is ours alone by now. */
function removeIndex(index: string): void {
  try {
    rmSync(index, { force: true });
  } catch {
    // It belongs to another user. It does no harm.
  }
}

function forgetRefused(file: string): void {
  try {
    dropDescriptor(file);
  } catch {
    // The name or folder is inaccessible, so there is no descriptor.
  }
}

/** Checks the file before SQLite opens it, which would apply another program's log or journal. */
function refuseOthers(file: string, check: Check): void {
  // SQLite keeps the log next to the target of a symbolic link.
  const path = realpathSync(file);
  const header = fileHeader(path);
  if (header === 'empty') {
    // `mktemp` creates an empty file for a start, but an empty backup is a failed one.
    if (check === 'full') throw refusedFile(file, 'EMPTY');
    return;
  }
  if (header === 'other') throw refusedFile(file, 'SQLITE_NOTADB');
  if (header === 'cut-off') throw refusedFile(file, 'SQLITE_CORRUPT');
  if (header.applicationId !== applicationId) throw refusedFile(file, 'FOREIGN');
  refuseNewer(header.userVersion, file);
  refuseDamagedLog(path, file);
  // Also what is left of a file whose log, with everything in it, was not copied.
  if (header.userVersion === 0 && check === 'full') throw refusedFile(file, 'EMPTY');
}

function connected(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  try {
    return new Sqlite(file, { timeout: 500, ...options });
  } catch (error) {
    // The first connection loads the native module.
    throw isLoadError(error) ? nativeModuleError(error) : error;
  }
}

function prepared(
  sqlite: Sqlite.Database,
  file?: string,
  check: Check = 'quick',
  isChecked = false,
): Database {
  try {
    // Only one process may own the file: two outboxes would send every callback twice.
    sqlite.pragma('locking_mode = EXCLUSIVE');
    if (file !== undefined) {
      if (!isChecked) refuseDamaged(sqlite, file, check);
      makePrivate(file);
    }
    // Larger pages insert rows faster in memory. In a file, each changed page would be written and cached as
    // a whole.
    if (file === undefined) sqlite.pragma('page_size = 8192');
    begin(sqlite);
    sqlite.pragma('journal_mode = WAL');
    // A snapshot writes a long log. Truncate it afterwards.
    sqlite.pragma(`journal_size_limit = ${longestLogBytes}`);
    // better-sqlite3 builds SQLite with NORMAL for WAL, which may lose the last commits in a power failure.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    const wasEmpty = schemaOf(sqlite) === 0;
    if (check === 'quick') migrate(sqlite);
    else touch(sqlite);
    return new Database(sqlite, file && realpathSync(file), wasEmpty);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Writes the first page of a new file. It allows empty pages to be returned during use, and marks the file as
 * ours: if this process is killed, the next start does not mistake it for another program's database. The
 * change to WAL syncs it.
 */
function begin(sqlite: Sqlite.Database): void {
  const isNew = sqlite.pragma('page_count', { simple: true }) === 0;
  if (isNew) sqlite.pragma('synchronous = OFF');
  sqlite.transaction(() => {
    // For an older file, this takes effect with `compact`.
    sqlite.pragma('auto_vacuum = INCREMENTAL');
    if (isNew) sqlite.pragma(`application_id = ${applicationId}`);
  })();
  sqlite.pragma('synchronous = FULL');
}

function refuseNewer(schema: number, file: string): void {
  const known = migrations().length;
  if (schema <= known) return;
  throw new DataFileError(
    `The data file ${file} was written by a newer gateway-sandbox (schema ${schema}, this one knows ${known}). Update gateway-sandbox, or name another file with --data.`,
  );
}

/**
 * The file contains codes and secrets, and so does its log, so only their owner may read them. SQLite gives a
 * new log the mode of the file, which it has opened already.
 */
function makePrivate(file: string): void {
  for (const each of [file, `${realpathSync(file)}-wal`])
    try {
      chmodSync(each, 0o600);
    } catch {
      // There is no log yet, it belongs to another user who allows writing, or the disk has no permissions.
    }
}

/** Runs the pending migrations in one transaction. `user_version` is the number of the last one. */
function migrate(sqlite: Sqlite.Database): void {
  const all = migrations();
  sqlite.transaction(() => {
    for (const name of all.slice(schemaOf(sqlite))) sqlite.exec(packageFile(`${migrationsFolder}${name}`));
    sqlite.pragma(`user_version = ${all.length}`);
  })();
}

/** Writes without changing anything, to find a file that cannot be written. */
function touch(sqlite: Sqlite.Database): void {
  sqlite.pragma(`user_version = ${schemaOf(sqlite)}`);
}

function schemaOf(sqlite: Sqlite.Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}

function migrations(): string[] {
  return packageFolder(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
