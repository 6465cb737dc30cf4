import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { DataFileError, openingError } from './data-file-error.ts';

/** What tells a file from another one, and whether it was written meanwhile. */
interface Seen {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

const longestPauseMs = 60_000;
const mostFalseAlarms = 3;

/**
 * The file behind an open database, as it lies on the disk, with SQLite's log beside it. SQLite itself never looks again: it would go
 * on to write into a file that was deleted, and into one that somebody else has overwritten. Looks by `stat` alone: to close a second
 * descriptor of the file would end the lock on it (POSIX).
 */
export class DataFile {
  readonly #sqlite: Sqlite.Database;
  readonly #path: string;
  readonly #logPath: string;
  #file: Seen | undefined;
  #log: Seen | undefined;
  #isChecked = true;
  #falseAlarms = 0;
  #damaged: DataFileError | undefined;
  /** Where everything was written when the file was lost. */
  #savedTo: string | undefined;
  /** Why it could not be. */
  #unsaved = '';
  #nextTryAt = 0;
  #pauseMs = 500;

  constructor(sqlite: Sqlite.Database, path: string) {
    this.#sqlite = sqlite;
    this.#path = path;
    this.#logPath = `${path}-wal`;
    this.#file = seen(this.#path);
    this.#log = seen(this.#logPath);
  }

  /** Remembers file and log as our own writing has left them; to be called after what `check` has let through. */
  note(): void {
    if (!this.#isChecked) return;
    const [file, log] = [seen(this.#path), seen(this.#logPath)];
    // Another one is for the next check to find.
    if (isSame(file, this.#file)) this.#file = file;
    if (isSame(log, this.#log)) this.#log = log;
  }

  /**
   * Throws `DataFileError` when what is open is no longer what lies there: before that, writes what is stored to a safe place. A log
   * that was deleted is made anew. To be called outside a transaction.
   */
  check(): void {
    this.#isChecked = false;
    const file = seen(this.#path);
    if (!isSame(file, this.#file)) throw this.#lost(file);
    if (this.#damaged) throw this.#damaged;
    const log = seen(this.#logPath);
    if (!this.#isUntouched(file, this.#file) || !this.#isUntouched(log, this.#log)) this.#judge(log);
    this.#isChecked = true;
  }

  /** The last moment to save what would be gone with the open file. Throws `DataFileError` when it is. */
  leave(): void {
    this.#nextTryAt = 0;
    this.check();
  }

  /** By size and time: by size alone on a disk that changes times by itself, as some on the network do. */
  #isUntouched(now: Seen | undefined, before: Seen | undefined): boolean {
    if (!isSame(now, before) || now?.size !== before?.size) return false;
    return now?.mtimeMs === before?.mtimeMs || this.#falseAlarms >= mostFalseAlarms;
  }

  /** Somebody else has written the file or its log, or only touched it. */
  #judge(log: Seen | undefined): void {
    if (!this.#isWhole()) {
      // SQLite writes its log into the file when it closes, and at the next start: into what is no longer the file that it was of.
      if (isSame(log, this.#log)) truncateSync(this.#logPath);
      this.#damaged = new DataFileError(
        `Something else has written into the data file ${this.#path} while the sandbox ran, and it is damaged. Stop the sandbox, restore the file from a copy, or name another file with --data.`,
      );
      throw this.#damaged;
    }
    if (isSame(log, this.#log)) this.#falseAlarms += 1;
    else this.#beginLog();
    this.#savedTo = undefined;
    this.#file = seen(this.#path);
    this.#log = seen(this.#logPath);
  }

  #isWhole(): boolean {
    // What SQLite holds in its cache would hide what lies there.
    this.#sqlite.pragma('shrink_memory');
    try {
      return this.#sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok';
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)) return false;
      throw error;
    }
  }

  /** Writes the old log, which only we can still read, into the file, and begins a new one. */
  #beginLog(): void {
    this.#sqlite.pragma('journal_mode = DELETE');
    this.#sqlite.pragma('journal_mode = WAL');
  }

  /** The open file is no longer the one that lies there: everything is written to where it can be found, once. */
  #lost(there: Seen | undefined): DataFileError {
    if (this.#savedTo !== undefined && !existsSync(this.#savedTo)) this.#savedTo = undefined;
    this.#savedTo ??= this.#saved(there ? freePath(`${this.#path}.rescued`) : this.#path);
    const isGone = there === undefined || this.#savedTo === this.#path;
    const what = isGone
      ? `The data file ${this.#path} was deleted or moved while the sandbox ran.`
      : `Another file was put in the place of the data file ${this.#path} while the sandbox ran.`;
    if (this.#savedTo === undefined)
      return new DataFileError(`${what} What is stored is lost when the sandbox ends: ${this.#unsaved}`);
    return new DataFileError(
      isGone
        ? `${what} All of it was written there again: stop the sandbox and start it anew to go on.`
        : `${what} What was stored is in ${this.#savedTo}: stop the sandbox and start it anew with the file that you want.`,
    );
  }

  /** Where everything was written, or undefined: then it is tried again later. */
  #saved(to: string): string | undefined {
    if (performance.now() < this.#nextTryAt) return undefined;
    const unfinished = `${to}.unfinished`;
    try {
      // Codes and secrets are in it: for its owner alone.
      closeSync(openSync(unfinished, 'w', 0o600));
      this.#sqlite.prepare('VACUUM INTO ?').run(unfinished);
      synced(unfinished);
      // SQLite would take it for the log of the file that lies there then.
      if (isSame(seen(this.#logPath), this.#log)) rmSync(this.#logPath);
      renameSync(unfinished, to);
      return to;
    } catch (error) {
      rmSync(unfinished, { force: true });
      this.#unsaved = openingError(to, error).message;
      // A large file takes long: nobody shall wait for that again and again.
      this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
      this.#nextTryAt = performance.now() + this.#pauseMs;
      return undefined;
    }
  }
}

/** Undefined for what is not there, or cannot be reached: a folder was locked, a disk is gone. */
function seen(path: string): Seen | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && { dev: stats.dev, ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs };
  } catch {
    return undefined;
  }
}

function isSame(one: Seen | undefined, other: Seen | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function freePath(path: string, number = 1): string {
  const tried = number === 1 ? path : `${path}-${number}`;
  return existsSync(tried) ? freePath(path, number + 1) : tried;
}

function synced(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
