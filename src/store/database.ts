import type Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { setImmediate } from '../host/timers.ts';
import { Atomic } from './atomic.ts';
import { DataFile } from './data-file.ts';
import { StorageHealth } from './storage-health.ts';
import { type QueuedWork, WorkQueue } from './work-queue.ts';

export type Orm = BetterSQLite3Database & { readonly $client: Sqlite.Database };

/**
 * One SQLite connection, and the only way to write to it.
 *
 * `commit` queues synchronous work. All work queued in one turn of the event loop shares a transaction. If
 * any of it throws, the transaction is rolled back and each piece runs again in its own transaction, so that
 * it fails alone: work must tolerate running twice. A promise settles after the commit, so nothing is
 * reported before it is stored. Between turns no transaction is open, so reads see only committed rows.
 */
export class Database {
  readonly orm: Orm;
  /** Whether commits can be stored. */
  readonly health: StorageHealth;
  /** Rises when all rows are replaced: an id may then be that of another row. */
  generation = 0;
  /** Whether there was nothing in it, not even tables. */
  readonly wasEmpty: boolean;
  readonly #file: DataFile | undefined;
  readonly #sqlite: Sqlite.Database;
  readonly #atomic: Atomic;
  readonly #listeners: (() => void)[] = [];
  readonly #invalidators: (() => void)[] = [];
  /** Writes without changing anything. */
  readonly #touch: Sqlite.Statement;
  readonly #queue = new WorkQueue(() => setImmediate(() => this.#flush()));
  #closed = false;
  /** Whether any work of the last turn was stored. */
  #stored = false;

  constructor(sqlite: Sqlite.Database, file?: string, wasEmpty = true) {
    this.#sqlite = sqlite;
    this.wasEmpty = wasEmpty;
    this.health = new StorageHealth(file);
    this.#file = file === undefined ? undefined : new DataFile(sqlite, file);
    this.orm = drizzle({ client: sqlite });
    this.#atomic = new Atomic(sqlite, this.#file, () => this.invalidate());
    this.#touch = sqlite.prepare(`PRAGMA user_version = ${sqlite.pragma('user_version', { simple: true })}`);
  }

  /** Runs `work`, which must not await, in this turn's transaction, twice if necessary. */
  commit<T>(work: () => T): Promise<T> {
    return this.#queue.add(work);
  }

  /**
   * Runs work that replaces all rows, in a transaction of its own. `replaced` updates what is in memory right
   * after it, so no other work, listener or caller finds new rows beside old memory. It must not throw.
   */
  replace<T>(work: () => T, replaced: (value: T) => void): Promise<T> {
    return this.#queue.add(work, (value) => {
      this.generation += 1;
      // Called with what `work` has returned.
      replaced(value as T);
    });
  }

  /** Calls the listener after each commit, never after a rollback. It must not throw. */
  afterCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Called when cached rows may be outdated: after a rollback, and by `invalidate`. Must not throw. */
  onInvalidate(invalidator: () => void): void {
    this.#invalidators.push(invalidator);
  }

  /** Call it when all rows are replaced. */
  invalidate(): void {
    for (const invalidator of this.#invalidators) invalidator();
  }

  /** Checks the data file while nobody commits. If storage is failing, tests whether it works again. */
  look(): void {
    if (this.health.failure === undefined) this.#looked(() => this.#file?.look());
    else void this.commit(() => this.#touch.run()).catch(() => undefined);
  }

  /** All committed data as a data file. Throws `DataFileError` if the open file is no longer at its path. */
  backup(): AsyncIterable<Uint8Array> {
    this.#file?.check();
    return this.#pieces();
  }

  /** Rewrites the whole file without its empty pages. Throws `DataFileError`. */
  vacuum(): void {
    this.#file?.check();
    this.#sqlite.exec('VACUUM');
    this.#file?.settle();
  }

  /** Commits what is queued, then closes the file. */
  close(): void {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.#queue.close();
    this.#looked(() => this.#file?.leave());
    this.#sqlite.close();
    this.#file?.close();
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    yield* this.#file?.pieces() ?? [this.#sqlite.serialize()];
  }

  #looked(look: () => void): void {
    try {
      look();
    } catch (error) {
      this.health.failed(error);
      this.health.ended(false, () => false);
    }
  }

  #flush(): void {
    const parts = this.#queue.take();
    if (parts.length === 0 || this.#closed) return;
    this.#stored = false;
    const settled = parts.flatMap(
      (works) => (works.length > 1 && this.#together(works)) || works.map((work) => this.#alone(work)),
    );
    this.health.ended(this.#stored, () => this.#atomic.hasRoom());
    for (const settle of settled) settle();
    if (this.#stored) for (const listener of this.#listeners) listener();
    // Once this turn's answers have been sent.
    if (this.#file?.isLogLong) setImmediate(() => this.#checkpoint());
  }

  #checkpoint(): void {
    if (!this.#closed && this.#file?.isLogLong) this.#looked(() => this.#file?.checkpoint());
  }

  /** Runs all work in one transaction. Returns how to settle each caller, or undefined if one piece threw. */
  #together(works: readonly QueuedWork[]): (() => void)[] | undefined {
    try {
      return this.#transaction(() =>
        works.map((work) => {
          const value = work.run();
          return () => work.resolve(value);
        }),
      );
    } catch {
      return undefined;
    }
  }

  #alone(work: QueuedWork): () => void {
    try {
      const value = this.#transaction(work.run);
      work.replaced?.(value);
      return () => work.resolve(value);
    } catch (error) {
      const failure = this.health.failed(error);
      return () => work.reject(failure);
    }
  }

  #transaction<T>(work: () => T): T {
    const value = this.#atomic.run(work);
    this.#stored = true;
    return value;
  }
}
