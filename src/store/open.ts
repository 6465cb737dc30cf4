import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isLoadError, nativeModuleError } from '../binary/native-error.ts';
import { packageFile, packageFolder } from '../package-files.ts';
import { type Look, refuseDamaged } from './damage.ts';
import { DataFileError, openingError, refusedFile } from './data-file-error.ts';
import { Database } from './database.ts';

/** Marks a file as ours in SQLite's header: "gwsb". */
const applicationId = 0x67_77_73_62;

const migrationsFolder = 'src/store/migrations/';

const longestLogBytes = 16 * 1024 * 1024;

/** Opens the data file, or memory when there is none, and brings its schema up to date. Throws `DataFileError`. */
export function openDatabase(file: string | undefined, look: Look = 'moment'): Database {
  if (file === undefined) return prepared(connected(':memory:'));
  let isNew = false;
  try {
    isNew = madeOrUsable(file);
    return prepared(connected(file), file, look);
  } catch (error) {
    const refusal = openingError(file, error);
    // One that another sandbox has taken meanwhile is no longer ours to remove.
    if (isNew && !isBusy(refusal.cause))
      for (const each of ['', '-wal', '-shm']) rmSync(`${file}${each}`, { force: true });
    throw refusal;
  }
}

function connected(file: string): Sqlite.Database {
  try {
    return new Sqlite(file, { timeout: 500 });
  } catch (error) {
    // The first connection loads the native module.
    throw isLoadError(error) ? nativeModuleError(error) : error;
  }
}

function prepared(sqlite: Sqlite.Database, file?: string, look: Look = 'moment'): Database {
  try {
    // One process owns the file: two outboxes on it would send every callback twice.
    sqlite.pragma('locking_mode = EXCLUSIVE');
    if (file !== undefined) {
      refuseForeign(sqlite, file);
      refuseNewer(sqlite, file);
      refuseDamaged(sqlite, file, look);
      makePrivate(file);
    }
    // Rows go into larger pages faster; of a file each page that changed would be written whole, and held.
    if (file === undefined) sqlite.pragma('page_size = 8192');
    // Of a new file, before its first table: empty pages can be given back while it is used.
    sqlite.pragma('auto_vacuum = INCREMENTAL');
    sqlite.pragma('journal_mode = WAL');
    // A snapshot writes a long log: the next one is short again.
    sqlite.pragma(`journal_size_limit = ${longestLogBytes}`);
    // better-sqlite3 builds SQLite with NORMAL for WAL, which may lose the last commits with the power.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    migrate(sqlite);
    return new Database(sqlite, file && realpathSync(file));
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
  throw refusedFile(file, 'FOREIGN');
}

function refuseNewer(sqlite: Sqlite.Database, file: string): void {
  const [schema, known] = [schemaOf(sqlite), migrations().length];
  if (schema <= known) return;
  throw new DataFileError(
    `The data file ${file} was written by a newer gateway-sandbox (schema ${schema}, this one knows ${known}). Update gateway-sandbox, or name another file with --data.`,
  );
}

/** Codes and secrets are in the file: for its owner alone. */
function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // The file of somebody else who lets us write it, or a disk that knows no rights.
  }
}

/** Runs the migrations that the file has not seen, all in one transaction; `user_version` is the number of the last one. */
function migrate(sqlite: Sqlite.Database): void {
  const all = migrations();
  sqlite.transaction(() => {
    for (const name of all.slice(schemaOf(sqlite))) sqlite.exec(packageFile(`${migrationsFolder}${name}`));
    sqlite.pragma(`user_version = ${all.length}`);
    sqlite.pragma(`application_id = ${applicationId}`);
  })();
}

function schemaOf(sqlite: Sqlite.Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}

function migrations(): string[] {
  return packageFolder(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Makes the file where there is none, and then returns true. Throws for one that could not be used. */
function madeOrUsable(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats) refuseUnwritable(file, stats);
  refuseFolder(dirname(file), file);
  if (stats) return false;
  closeSync(openSync(file, 'ax', 0o600));
  return true;
}

/** To root everything can be opened: the file's own mode counts. */
function refuseUnwritable(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw refusedFile(file, 'EISDIR');
  if (!stats.isFile()) throw refusedFile(file, 'ENOTFILE');
  if ((stats.mode & 0o200) === 0) throw refusedFile(file, 'SQLITE_READONLY');
  accessSync(file, constants.R_OK | constants.W_OK);
}

function refuseFolder(folder: string, file: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) throw refusedFile(file, 'ENOENT');
  if (!stats.isDirectory()) throw refusedFile(file, 'ENOTDIR');
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isReadOnlyDisk = error instanceof Error && 'code' in error && error.code === 'EROFS';
    throw refusedFile(file, isReadOnlyDisk ? 'EROFS' : 'FOLDER');
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
