import { gt, sql } from 'drizzle-orm';
import { performance } from '../host/timers.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { RowSizes, type SizedRow } from './row-sizes.ts';
import type { RequestRow } from './schema-records.ts';
import { requests } from './schema-records.ts';
import { sequenceStore } from './sequences.ts';
import { bound, boundLimit, insertInto, type NewRow } from './statements.ts';
import { type Stranger, Strangers } from './strangers.ts';

/**
 * The approximate size limit of the table's rows, however few they are: 10,000 rows with the largest bodies
 * would take ten times as much.
 */
export const requestLogBytes = 64 * 1024 * 1024;

/** The log's two parts, the table and the strangers' requests, which share one sequence of ids. */
export class RequestLog {
  readonly strangers = new Strangers();
  /** The sizes of the table's rows, for retention. */
  readonly sizes: RowSizes;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #listeners: (() => void)[] = [];
  /** The last assigned id. Unknown at first and after a rollback. */
  #lastId: number | undefined;

  constructor(database: Database) {
    this.#statements = statementsOf(database);
    this.sizes = new RowSizes((after, limit) => this.#statements.sizes.all({ after, limit }));
    database.onInvalidate(() => {
      this.#lastId = undefined;
      this.sizes.invalidate();
    });
  }

  /** The id of the newest request, including strangers' requests. 0 when there is none. */
  get lastId(): number {
    this.#lastId ??= Math.max(this.#statements.sequence.last('requests'), this.strangers.lastId);
    return this.#lastId;
  }

  /** The id of the newest row in the table. 0 when there was none. */
  get lastStoredId(): number {
    return this.#statements.sequence.last('requests');
  }

  /** Logs a request. Call it inside a commit. Returns its id. */
  insert(row: NewRow<typeof requests>): number {
    const id = this.#nextId();
    const withId = { ...row, id };
    this.#statements.insert(withId);
    this.sizes.added({ id, bytes: sizeOf(row) });
    return id;
  }

  /** Keeps a stranger's request, never inside a commit. Returns the id of the row that shows or counts it. */
  insertStranger(stranger: Stranger, row: Omit<RequestRow, 'id'>, note: string): number {
    const id = this.strangers.add(stranger, { now: performance.now(), row, note }, () => this.#nextId());
    for (const listener of this.#listeners) listener();
    return id;
  }

  /** Calls the listener for each request without valid keys, because no commit announces it. */
  onStranger(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Call it after a commit that replaced all rows. */
  forgetStrangers(): void {
    this.strangers.clear();
    this.#lastId = undefined;
  }

  #nextId(): number {
    this.#lastId = this.lastId + 1;
    return this.#lastId;
  }
}

/** Approximate size of the short columns and the indexes. */
const otherBytes = 250;

function sizeOf({ path, headers, body, answer, trace }: NewRow<typeof requests>): number {
  const texts = [path, headers, body, answer, trace];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), otherBytes);
}

/** Like `sizeOf`. SQLite stores a text's length at the beginning of the row, so no long texts are read. */
const storedBytes =
  sql<number>`octet_length(${requests.path}) + octet_length(${requests.headers}) + octet_length(${requests.body})
  + octet_length(${requests.answer}) + octet_length(${requests.trace}) + ${otherBytes}`.inlineParams();

function statementsOf(database: Database) {
  const { orm } = database;
  return lazy({
    insert: () => insertInto(orm, requests, { withId: true }),
    sequence: () => sequenceStore(database),
    sizes: () =>
      orm
        .select({ id: requests.id, bytes: storedBytes } satisfies Record<keyof SizedRow, unknown>)
        .from(requests)
        .where(gt(requests.id, bound('after')))
        .orderBy(requests.id)
        .limit(boundLimit())
        .prepare(),
  });
}
