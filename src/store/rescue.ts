import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { performance } from '../host/timers.ts';
import { DataFileError, openingError } from './data-file-error.ts';

const longestPauseMs = 60_000;

/** Saves the data when the open file is no longer at its path and would vanish with the process. */
export class Rescue {
  readonly #sqlite: Sqlite.Database;
  readonly #path: string;
  readonly #removeLog: () => void;
  /** The file that everything was written to. */
  #savedTo: string | undefined;
  /** Why saving failed. */
  #unsaved = '';
  #nextTryAt = 0;
  #pauseMs = 500;

  /** `removeLog` removes the old log, which SQLite would otherwise apply to the new file at the path. */
  constructor(sqlite: Sqlite.Database, path: string, removeLog: () => void) {
    this.#sqlite = sqlite;
    this.#path = path;
    this.#removeLog = removeLog;
  }

  /**
   * Saves everything once to a file that the user can find, and returns the error that names it.
   * `isReplaced`: another file is at the path.
   */
  save(isReplaced: boolean): DataFileError {
    if (this.#savedTo !== undefined && !existsSync(this.#savedTo)) this.#savedTo = undefined;
    this.#savedTo ??= this.#saved(isReplaced ? freePath(`${this.#path}.rescued`) : this.#path);
    const isGone = !isReplaced || this.#savedTo === this.#path;
    const what = isGone
      ? `The data file ${this.#path} was deleted or moved while the sandbox ran.`
      : `The data file ${this.#path} was replaced by another file while the sandbox ran.`;
    if (this.#savedTo === undefined)
      return new DataFileError(`${what} What is stored is lost when the sandbox ends: ${this.#unsaved}`);
    return new DataFileError(
      isGone
        ? `${what} All of it was written there again: restart the sandbox to continue.`
        : `${what} What was stored is in ${this.#savedTo}: stop the sandbox and start it again with the file that you want.`,
    );
  }

  /** The file is back. If it is lost again, everything is saved again. */
  invalidate(): void {
    this.#savedTo = undefined;
  }

  /** Makes the next try happen at once. */
  hurry(): void {
    this.#nextTryAt = 0;
  }

  /** The file that everything was written to. Undefined if it failed, to be retried later. */
  #saved(to: string): string | undefined {
    if (performance.now() < this.#nextTryAt) return undefined;
    const unfinished = freePath(`${to}.unfinished`);
    let isOurs = false;
    try {
      // It contains codes and secrets, so only its owner may read it.
      closeSync(openSync(unfinished, 'wx', 0o600));
      isOurs = true;
      this.#sqlite.prepare('VACUUM INTO ?').run(unfinished);
      synced(unfinished);
      this.#removeLog();
      renameSync(unfinished, to);
      return to;
    } catch (error) {
      if (isOurs) rmSync(unfinished, { force: true });
      this.#unsaved = openingError(to, error).message;
      // A large file takes long: do not keep callers waiting again and again.
      this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
      this.#nextTryAt = performance.now() + this.#pauseMs;
      return undefined;
    }
  }
}

/** A dangling symbolic link counts as in use. */
function freePath(path: string, number = 1): string {
  const tried = number === 1 ? path : `${path}-${number}`;
  return lstatSync(tried, { throwIfNoEntry: false }) ? freePath(path, number + 1) : tried;
}

function synced(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
