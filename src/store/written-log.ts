import { closeSync, openSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import {
  type Frame,
  firstPosition,
  type LogPosition,
  logHeader,
  oneBack,
  readFrames,
  skipTo,
} from './log-frames.ts';

/** The result of `PRAGMA wal_checkpoint`: frames in the log, and how many of them are in the file. */
type Progress = [busy: number, frames: number, inFile: number];

/** The log of an open database, read back from the disk and compared with what SQLite has written. */
export class WrittenLog {
  readonly #path: string;
  readonly #noop: Sqlite.Statement<[], Progress>;
  readonly #passive: Sqlite.Statement<[], Progress>;
  #fd: number;
  /** How far the log has been read back. */
  #end: LogPosition | undefined;
  /** After a checkpoint, SQLite restarts the log with the next commit. */
  #isInFile = false;

  constructor(sqlite: Sqlite.Database, path: string) {
    this.#path = path;
    this.#noop = sqlite.prepare<[], Progress>('PRAGMA wal_checkpoint = NOOP').raw();
    this.#passive = sqlite.prepare<[], Progress>('PRAGMA wal_checkpoint = PASSIVE').raw();
    // SQLite does not lock the log, so this descriptor may be closed at any time.
    this.#fd = openSync(path, 'r');
  }

  /** Frames that were not in the file yet when last read. */
  get frames(): number {
    return this.#isInFile ? 0 : (this.#end?.frames ?? 0);
  }

  get fd(): number {
    return this.#fd;
  }

  /**
   * Whether the commits since the last call are in the log. Checks the last frame and the last known one,
   * because SQLite leaves a hole when the log was truncated. `isWhole` verifies the frames in between, which
   * would make each call here a twentieth slower.
   */
  hasNewFrames(): boolean {
    const frames = this.#written();
    if (frames === 0) return true;
    const from = this.#start();
    if (!from) return false;
    const before = readFrames(this.#fd, from, Math.min(from.frames + 1, frames));
    this.#end = readFrames(this.#fd, skipTo(this.#fd, before, frames - 1), frames);
    return before.frames > from.frames && this.#end.frames === frames;
  }

  /** Whether the whole log is unchanged since it was written. */
  isWhole(onFrame?: (frame: Frame) => void): boolean {
    const frames = this.#written();
    if (frames === 0) return true;
    const known = this.#end;
    const from = this.#first();
    if (!from) return false;
    this.#end = readFrames(this.#fd, from, frames, onFrame);
    const { sum } = this.#end;
    const isSame = known?.frames !== frames || (known.sum[0] === sum[0] && known.sum[1] === sum[1]);
    return isSame && this.#end.frames === frames;
  }

  /** Writes the log into the file. Returns false when it failed or was incomplete. */
  checkpoint(): boolean {
    try {
      const [busy, frames, inFile] = this.#passive.get() ?? [1, 0, 0];
      this.#isInFile = busy === 0 && frames === inFile;
      return this.#isInFile;
    } catch {
      // The disk is full or failing. Everything stays in the log, and the next commit reports it.
      return false;
    }
  }

  /** Call it when SQLite has started a new log. */
  reopen(): void {
    const fd = openSync(this.#path, 'r');
    this.close();
    this.#fd = fd;
  }

  close(): void {
    closeSync(this.#fd);
    this.#end = undefined;
    this.#isInFile = false;
  }

  /** Frames in the log according to SQLite's own in-memory count. */
  #written(): number {
    const [, frames] = this.#noop.get() ?? [0, 0];
    if (frames === 0) this.#end = undefined;
    return frames;
  }

  /** The beginning of the log. Undefined when it is not the known one. */
  #first(): LogPosition | undefined {
    const header = logHeader(this.#fd);
    const isKnown = this.#end !== undefined && header?.equals(this.#end.header) === true;
    if (this.#end && !isKnown && !this.#isInFile) return undefined;
    if (!isKnown) this.#isInFile = false;
    return firstPosition(header);
  }

  /** Where to continue reading. The header changes only when SQLite has restarted the log. */
  #start(): LogPosition | undefined {
    if (this.#end && !this.#isInFile) return oneBack(this.#end);
    const first = this.#first();
    return this.#end && first?.header.equals(this.#end.header) ? oneBack(this.#end) : first;
  }
}
