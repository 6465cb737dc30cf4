import type Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

export type Orm = BetterSQLite3Database;

interface Work {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One SQLite connection, and the only way to write through it.
 *
 * `commit` queues a synchronous piece of work. The pieces that arrive in one turn of the event loop share one transaction, each
 * with a savepoint of its own: one that throws is rolled back alone, an error that voids the transaction (disk full, I/O) fails
 * them all. A promise settles after the commit, so nobody is told of what is not stored, and between two turns no transaction
 * is open, so every read sees committed rows alone.
 */
export class Database {
  readonly orm: Orm;
  readonly #sqlite: Sqlite.Database;
  readonly #begin: Sqlite.Statement;
  readonly #commit: Sqlite.Statement;
  readonly #rollback: Sqlite.Statement;
  readonly #savepoint: Sqlite.Statement;
  readonly #release: Sqlite.Statement;
  readonly #undo: Sqlite.Statement;
  readonly #listeners: (() => void)[] = [];
  #queue: Work[] = [];
  #closed = false;
  /** Whether a work of the last turn was stored. */
  #stored = false;

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
    this.orm = drizzle({ client: sqlite });
    this.#begin = sqlite.prepare('BEGIN IMMEDIATE');
    this.#commit = sqlite.prepare('COMMIT');
    this.#rollback = sqlite.prepare('ROLLBACK');
    this.#savepoint = sqlite.prepare('SAVEPOINT work');
    this.#release = sqlite.prepare('RELEASE work');
    this.#undo = sqlite.prepare('ROLLBACK TO work');
  }

  /** Runs `work` in a transaction of this turn of the event loop; settles after the commit. `work` must not await. */
  commit<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('the sandbox is stopped'));
      // The queue holds work of every type; each promise gets the value of its own work.
      this.#queue.push({ run: work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#queue.length === 1) setImmediate(() => this.#flush());
    });
  }

  /** Called after each commit, never after a rollback. A listener must not throw. */
  afterCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Commits what is queued, then closes the file. */
  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.#sqlite.close();
  }

  #flush(): void {
    const works = this.#queue;
    this.#queue = [];
    if (works.length === 0 || this.#closed) return;
    const settle = this.#transaction(works);
    for (const settleOne of settle) settleOne();
    if (this.#stored) for (const listener of this.#listeners) listener();
  }

  /** Returns what tells each caller how its work ended, to be called when the transaction is over. */
  #transaction(works: readonly Work[]): (() => void)[] {
    this.#stored = false;
    try {
      if (this.#sqlite.inTransaction) this.#rollback.run();
      this.#begin.run();
      const settle = works.map((work) => this.#runOne(work));
      this.#commit.run();
      return settle;
    } catch (error) {
      this.#stored = false;
      this.#giveUp();
      return works.map((work) => () => work.reject(error));
    }
  }

  /** A transaction that cannot even be rolled back now is rolled back before the next one: whoever waits hears of the failure. */
  #giveUp(): void {
    try {
      if (this.#sqlite.inTransaction) this.#rollback.run();
    } catch {
      // Told by the next turn, should it fail again.
    }
  }

  #runOne(work: Work): () => void {
    this.#savepoint.run();
    try {
      const value = work.run();
      this.#release.run();
      this.#stored = true;
      return () => work.resolve(value);
    } catch (error) {
      // SQLite has ended the transaction by itself: nothing of this turn is stored.
      if (!this.#sqlite.inTransaction) throw error;
      this.#undo.run();
      this.#release.run();
      return () => work.reject(error);
    }
  }
}
