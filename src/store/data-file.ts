import { rmSync, truncateSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { errorCode } from '../host/errors.ts';
import { DataFileError } from './data-file-error.ts';
import { closeDescriptor, heldDescriptor } from './descriptors.ts';
import { FileReader } from './file-reader.ts';
import { PageDigests } from './page-digests.ts';
import { Rescue } from './rescue.ts';
import { isSame, type Seen, seen } from './seen.ts';
import { WrittenLog } from './written-log.ts';

const mostFalseAlarms = 3;
/** The number of frames in the log at which they are written into the file. SQLite's own default. */
const longLog = 1000;
/** The same while a backup reads the file. A later checkpoint lets the backup fail. */
const longestLog = 50 * longLog;
/** 4 MiB take 3 ms. */
const pagesPerLook = 1024;
const pagesAtTheEnd = 16 * pagesPerLook;

/**
 * The file behind an open database, and SQLite's log next to it. SQLite itself never checks them again: it
 * would keep writing to a deleted file, or to one that another process has damaged. ADR 11 says what is
 * noticed, and how soon.
 */
export class DataFile {
  readonly #sqlite: Sqlite.Database;
  readonly #path: string;
  readonly #logPath: string;
  readonly #log: WrittenLog;
  readonly #fd: number;
  readonly #pageSize: number;
  readonly #pages: PageDigests;
  readonly #rescue: Rescue;
  readonly #reader: FileReader;
  #seenFile: Seen | undefined;
  #seenLog: Seen | undefined;
  #isChecked = true;
  #falseAlarms = 0;
  #damaged: DataFileError | undefined;

  constructor(sqlite: Sqlite.Database, path: string) {
    this.#sqlite = sqlite;
    this.#path = path;
    this.#logPath = `${path}-wal`;
    // From now on, only `checkpoint` changes the file.
    sqlite.pragma('wal_autocheckpoint = 0');
    this.#pageSize = Number(sqlite.pragma('page_size', { simple: true }));
    this.#log = new WrittenLog(sqlite, this.#logPath);
    this.#fd = heldDescriptor(path);
    this.#pages = new PageDigests(this.#fd, this.#pageSize);
    this.#reader = new FileReader(this.#fd);
    this.#rescue = new Rescue(sqlite, path, () => {
      if (isSame(seen(this.#logPath), this.#seenLog)) rmSync(this.#logPath);
    });
    this.#seenFile = seen(this.#path);
    this.#seenLog = seen(this.#logPath);
  }

  /** Whether `checkpoint` is due. It waits for a backup, unless the log becomes far too long. */
  get isLogLong(): boolean {
    return this.#log.frames >= (this.#reader.isReading ? longestLog : longLog);
  }

  /**
   * Throws `DataFileError` when the open file is no longer the one at its path, after saving its content to a
   * safe place. Starts a new log if the log was deleted. Call it outside a transaction.
   */
  check(): void {
    this.#isChecked = false;
    this.#compare(seen(this.#logPath));
    this.#isChecked = true;
  }

  /** Call it after a commit. Throws `DataFileError` unless it is on the disk and the file is unchanged. */
  settle(): void {
    // Read before the comparison: the next check finds what another process writes after this.
    const log = this.note();
    if (!this.#log.hasNewFrames()) throw this.#damage();
    this.#compare(log);
  }

  /** Remembers the state of the log after our own write. */
  note(): Seen | undefined {
    const log = seen(this.#logPath);
    if (this.#isChecked && isSame(log, this.#seenLog)) this.#seenLog = log;
    return log;
  }

  /** Checks the whole log and part of the file for changes that our own writes have hidden from `check`. */
  look(pages = pagesPerLook): void {
    this.check();
    if (!this.#log.isWhole() || !this.#pages.walk(pages, this.#pageCount)) throw this.#damage();
  }

  /** Writes the log into the file after checking all of it, and reads back what was written. */
  checkpoint(): void {
    this.#reader.noteWrite();
    this.check();
    if (!this.#pages.isKnown && !this.#pages.walk(pagesPerLook, this.#pageCount)) throw this.#damage();
    const offsets = new Map<number, number>();
    let pageCount = this.#pageCount;
    const isWhole = this.#log.isWhole((frame) => {
      offsets.set(frame.page, frame.offset);
      pageCount = frame.pageCount || pageCount;
    });
    if (!isWhole) throw this.#damage();
    const isDone = this.#log.checkpoint();
    const file = seen(this.#path);
    if (isSame(file, this.#seenFile)) this.#seenFile = file;
    this.note();
    if (!isDone) this.#pages.invalidate();
    else if (this.#pageCount !== pageCount || !this.#pages.areWritten(offsets, this.#log.fd, pageCount))
      throw this.#damage();
  }

  /** The file with all commits so far. Undefined when another reader or the disk prevents a checkpoint. */
  pieces(): AsyncIterable<Uint8Array> | undefined {
    if (this.#reader.isReading) return undefined;
    this.checkpoint();
    return this.#log.frames > 0 ? undefined : this.#reader.read(this.#pageCount * this.#pageSize);
  }

  /** The last chance to save data that would vanish with the open file. Throws `DataFileError` if so. */
  leave(): void {
    this.#rescue.hurry();
    this.checkpoint();
    this.look(pagesAtTheEnd);
  }

  /** Call it after SQLite has closed the file: closing the descriptor earlier releases its lock (POSIX). */
  close(): void {
    this.#log.close();
    closeDescriptor(this.#fd);
  }

  get #pageCount(): number {
    return Math.floor((this.#seenFile?.size ?? 0) / this.#pageSize);
  }

  #compare(log: Seen | undefined): void {
    const file = seen(this.#path);
    if (!isSame(file, this.#seenFile)) throw this.#rescue.save(file !== undefined);
    if (this.#damaged) throw this.#damaged;
    if (!this.#isUntouched(file, this.#seenFile) || !this.#isUntouched(log, this.#seenLog)) this.#judge(log);
  }

  /** Compares size and time, or only size on disks that change times themselves, like some network disks. */
  #isUntouched(now: Seen | undefined, before: Seen | undefined): boolean {
    if (!isSame(now, before) || now?.size !== before?.size) return false;
    return now?.mtimeMs === before?.mtimeMs || this.#falseAlarms >= mostFalseAlarms;
  }

  /** Another process has written to the file or its log, or only touched it. */
  #judge(log: Seen | undefined): void {
    if (!this.#log.isWhole() || !this.#isFileWhole()) throw this.#damage();
    if (isSame(log, this.#seenLog)) this.#falseAlarms += 1;
    else this.#beginLog();
    this.#rescue.invalidate();
    this.#seenFile = seen(this.#path);
    this.#seenLog = seen(this.#logPath);
  }

  #isFileWhole(): boolean {
    if (!this.#pages.walk(this.#pageCount, this.#pageCount)) return false;
    // SQLite's cache would hide what is on the disk.
    this.#sqlite.pragma('shrink_memory');
    try {
      return this.#sqlite.pragma('integrity_check(1)', { simple: true }) === 'ok';
    } catch (error) {
      const code = errorCode(error);
      if (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)) return false;
      throw error;
    }
  }

  /** Writes the old log, which only this process can still read, into the file and starts a new one. */
  #beginLog(): void {
    this.#reader.noteWrite();
    this.#sqlite.pragma('journal_mode = DELETE');
    this.#sqlite.pragma('journal_mode = WAL');
    // SQLite creates the new log when it first needs it.
    this.#sqlite.pragma('schema_version');
    this.#log.reopen();
    this.#pages.invalidate();
  }

  #damage(): DataFileError {
    // SQLite writes its log into the file on closing and at the next start. The file has changed, so the log
    // no longer belongs to it.
    if (isSame(seen(this.#logPath), this.#seenLog)) truncateSync(this.#logPath);
    this.#damaged = new DataFileError(
      `Something else has written into the data file ${this.#path} while the sandbox ran, and it is damaged. Stop the sandbox, restore the file from a copy, or name another file with --data.`,
    );
    return this.#damaged;
  }
}
