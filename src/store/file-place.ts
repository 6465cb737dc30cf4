import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { errorCode } from '../host/errors.ts';
import { DataFileError, refusedFile } from './data-file-error.ts';
import { isJournal } from './log-beside.ts';
import { isMountPoint } from './mount-point.ts';

/** The longest suffix of a file next to the data file is that of its journal. */
const longestSuffix = '-journal';
/** SQLite allows 512 bytes, including the suffixes. */
const longestPathBytes = 500;

/** Creates a missing file and then returns true. Throws as `isThere` does. */
export function makeIfMissing(file: string): boolean {
  if (isThere(file)) return false;
  closeSync(openSync(file, 'ax', 0o600));
  return true;
}

/**
 * Whether the file exists, or could be created. Throws `DataFileError` or an error of the file system if no data file
 * can be there.
 */
export function isThere(file: string): boolean {
  refuseName(file);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats) refuseUnwritable(file, stats);
  else refuseDanglingLink(file);
  refuseFolder(dirname(file), file);
  refuseLeftLog(file, stats);
  statSync(`${file}${longestSuffix}`, { throwIfNoEntry: false });
  return stats !== undefined;
}

/** Throws `DataFileError` for a name that a data file cannot have. */
export function refuseName(file: string): void {
  const name = basename(file);
  // better-sqlite3 trims names and would open another file than the one checked here.
  if (file !== file.trim()) throw refusedFile(file, 'SPACE');
  if (file.includes('\0')) throw refusedFile(file.replaceAll('\0', '\\0'), 'NUL');
  if (Buffer.byteLength(resolve(file)) > longestPathBytes) throw refusedFile(file, 'ENAMETOOLONG');
  if (name === ':memory:') throw refusedFile(file, 'MEMORY');
  if (file.split(sep).some((part) => part.startsWith('file:'))) throw refusedFile(file, 'URL');
  if (/-(wal|shm|journal)$/.test(name)) throw refusedFile(file, 'LOG_NAME');
}

/** Root can open anything, so check the file's own mode. */
function refuseUnwritable(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw refusedFile(file, 'EISDIR');
  if (!stats.isFile()) throw refusedFile(file, 'ENOTFILE');
  // SQLite finds the log by the file's name. Under another name, it would miss what is still in the log.
  if (stats.nlink > 1) throw refusedFile(file, 'HARD_LINKS');
  if (isMountPoint(file)) throw refusedFile(file, 'MOUNT');
  if ((stats.mode & 0o200) === 0) throw refusedFile(file, 'SQLITE_READONLY');
  accessSync(file, constants.R_OK | constants.W_OK);
}

/**
 * SQLite deletes a log whose data file is missing or empty. But the log may hold all of the data, or be
 * another program's file. We never leave such a log: a kill during the first write leaves only an empty file
 * with a journal.
 */
function refuseLeftLog(file: string, stats: Stats | undefined): void {
  if (stats && stats.size > 0) return;
  const log = leftLog(file, stats);
  if (log === undefined) return;
  throw new DataFileError(
    `The data file ${file} is ${stats ? 'empty' : 'missing'}, but there is a ${log}, which may hold its data. Restore the data file, move that log away to start empty, or name another file with --data.`,
  );
}

/** The log beside a data file that is missing, or empty if it has `stats`. */
export function leftLog(file: string, stats?: Stats): string | undefined {
  // SQLite keeps the log next to the target of a symbolic link.
  const path = stats ? realpathSync(file) : file;
  return ['-wal', '-journal']
    .map((suffix) => `${path}${suffix}`)
    .find((name) => {
      const log = lstatSync(name, { throwIfNoEntry: false });
      if (!log || (log.isFile() && log.size === 0)) return false;
      return !(stats && name.endsWith('-journal') && log.isFile() && isJournal(name));
    });
}

function refuseDanglingLink(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new DataFileError(
    `The data file ${file} is a symbolic link to ${readlinkSync(file)}, which does not exist. Make that file, or name another file with --data.`,
  );
}

function refuseFolder(folder: string, file: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) throw refusedFile(file, 'ENOENT');
  if (!stats.isDirectory()) throw refusedFile(file, 'ENOTDIR');
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isReadOnlyDisk = errorCode(error) === 'EROFS';
    throw refusedFile(file, isReadOnlyDisk ? 'EROFS' : 'FOLDER');
  }
}
