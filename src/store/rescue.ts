import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { DataFileError, openingError } from './data-file-error.ts';

const longestPauseMs = 60_000;

/** Saves what is stored when the open data file is no longer the one at its path: it would be gone with the process. */
export class Rescue {
  readonly #sqlite: Sqlite.Database;
  readonly #path: string;
  readonly #removeLog: () => void;
  /** Where everything was written. */
  #savedTo: string | undefined;
  /** Why it could not be. */
  #unsaved = '';
  #nextTryAt = 0;
  #pauseMs = 500;

  /** `removeLog` takes away the log that SQLite would take for that of the file at the path. */
  constructor(sqlite: Sqlite.Database, path: string, removeLog: () => void) {
    this.#sqlite = sqlite;
    this.#path = path;
    this.#removeLog = removeLog;
  }

  /** Writes everything to where it can be found, once, and says so. `isReplaced`: there is another file at the path. */
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

  /** The file is back: should it be lost again, everything is saved again. */
  invalidate(): void {
    this.#savedTo = undefined;
  }

  /** Tries again now, whenever the last try was. */
  hurry(): void {
    this.#nextTryAt = 0;
  }

  /** Where everything was written, or undefined: then it is tried again later. */
  #saved(to: string): string | undefined {
    if (performance.now() < this.#nextTryAt) return undefined;
    const unfinished = freePath(`${to}.unfinished`);
    let isOurs = false;
    try {
      // Codes and secrets are in it: for its owner alone.
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
      // A large file takes long: nobody shall wait for that again and again.
      this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
      this.#nextTryAt = performance.now() + this.#pauseMs;
      return undefined;
    }
  }
}

/** A symbolic link to nowhere is in use, too. */
function freePath(path: string, number = 1): string {
  const tried = number === 1 ? path : `${path}-${number}`;
  return lstatSync(tried, { throwIfNoEntry: false }) ? freePath(path, number + 1) : tried;
}

function synced(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
