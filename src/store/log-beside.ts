import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { DataFileError } from './data-file-error.ts';
import { commitsBehind, firstPosition, logHeader, readFrames } from './log-frames.ts';

const journalMagic = Buffer.from('d9d505f920a163d7', 'hex');
/** A power failure may leave one unconfirmed commit complete behind a hole. Two mean a confirmed one. */
const mostUnanswered = 1;

/**
 * Throws `DataFileError` for a log next to a data file that SQLite would silently drop or truncate: it is
 * damaged and holds confirmed changes from before a kill, or it belongs to another program. `path` is the
 * data file's real path, `file` the one that the user named.
 */
export function refuseDamagedLog(path: string, file: string): void {
  const damaged = ['-wal', '-journal'].map((suffix) => `${path}${suffix}`).find((log) => !isUsable(log));
  if (damaged === undefined) return;
  throw new DataFileError(
    `${damaged}, the log of the data file ${file}, is damaged or belongs to another program. It may hold the last changes: restore both files from a copy, move the log away to start without those changes, or name another file with --data.`,
  );
}

/** True for a missing log, and for one that SQLite itself refuses without changing anything. */
function isUsable(log: string): boolean {
  const stats = lstatSync(log, { throwIfNoEntry: false });
  if (!stats || stats.isDirectory() || stats.isSymbolicLink()) return true;
  if (!stats.isFile()) return false;
  if (stats.size === 0) return true;
  return log.endsWith('-journal') ? isJournal(log) : isWholeLog(log);
}

/**
 * Checks the first bytes, which are zero before a sync:
 * https://sqlite.org/fileformat2.html#the_rollback_journal
 */
export function isJournal(path: string): boolean {
  const begin = Buffer.alloc(journalMagic.length);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, begin);
  } finally {
    closeSync(fd);
  }
  return begin.equals(journalMagic) || begin.every((byte) => byte === 0);
}

function isWholeLog(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const from = firstPosition(logHeader(fd));
    if (!from) return false;
    return commitsBehind(fd, readFrames(fd, from, Number.POSITIVE_INFINITY)) <= mostUnanswered;
  } finally {
    closeSync(fd);
  }
}
