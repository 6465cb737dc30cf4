import { realpathSync, statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { type Check, refuseDamaged } from './damage.ts';
import { DataFileError, openingError } from './data-file-error.ts';

/**
 * Checks a file that a kill has left with its log, by a connection that cannot write: the last one that can
 * writes the log into the file when it closes, and removes it, also if the file is damaged or a copy of an older
 * one. Throws `DataFileError`. Returns the index that the check may have left: SQLite's `-shm` file, which nobody
 * may remove while another program reads the data file. Undefined if it has not checked: then a connection that
 * can write tells why.
 */
export function refuseDamagedWithLog(
  file: string,
  check: Check,
  open: (path: string) => Sqlite.Database,
): string | undefined {
  const path = realpathSync(file);
  const log = `${path}-wal`;
  if (!statSync(log, { throwIfNoEntry: false })?.size) return undefined;
  try {
    const sqlite = open(path);
    try {
      refuseDamaged(sqlite, file, check);
    } finally {
      sqlite.close();
    }
    return `${path}-shm`;
  } catch (error) {
    const refusal = openingError(file, error);
    if (refusal.code === 'SQLITE_CORRUPT' || refusal.code === 'SQLITE_NOTADB') throw withLog(refusal, log);
    return undefined;
  }
}

function withLog({ message, code }: DataFileError, log: string): DataFileError {
  const advice = `If it is a copy, move ${log} away: that belongs to the file that was there before.`;
  return new DataFileError(`${message} ${advice}`, { code });
}
