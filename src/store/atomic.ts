import type Sqlite from 'better-sqlite3';
import type { DataFile } from './data-file.ts';
import { takeRoom } from './room.ts';

/** Runs work in a transaction: all of it is stored, or nothing. */
export class Atomic {
  readonly #sqlite: Sqlite.Database;
  readonly #file: DataFile | undefined;
  readonly #onRollback: () => void;
  readonly #begin: Sqlite.Statement;
  readonly #commit: Sqlite.Statement;
  readonly #rollback: Sqlite.Statement;

  /** `onRollback` must not throw. */
  constructor(sqlite: Sqlite.Database, file: DataFile | undefined, onRollback: () => void) {
    this.#sqlite = sqlite;
    this.#file = file;
    this.#onRollback = onRollback;
    this.#begin = sqlite.prepare('BEGIN IMMEDIATE');
    this.#commit = sqlite.prepare('COMMIT');
    this.#rollback = sqlite.prepare('ROLLBACK');
  }

  run<T>(work: () => T): T {
    try {
      if (this.#sqlite.inTransaction) this.#rollback.run();
      this.#file?.check();
      this.#begin.run();
      const value = work();
      this.#commit.run();
      this.#file?.settle();
      return value;
    } catch (error) {
      this.#giveUp();
      this.#file?.note();
      throw error;
    }
  }

  /** Whether the disk has room for more. */
  hasRoom(): boolean {
    if (!this.#file) return true;
    const enough = new Error('there is room');
    try {
      return this.run(() => {
        takeRoom(this.#sqlite);
        throw enough;
      });
    } catch (error) {
      return error === enough;
    }
  }

  /** If the rollback fails too, the next transaction repeats it. The callers get the original error. */
  #giveUp(): void {
    this.#onRollback();
    try {
      if (this.#sqlite.inTransaction) this.#rollback.run();
    } catch {
      // If it fails again, the next turn reports it.
    }
  }
}
