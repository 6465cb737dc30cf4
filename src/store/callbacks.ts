import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { attemptStore } from './attempts.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { type CallbackStatus, callbacks } from './schema-records.ts';
import { filtered, insertInto, limitedTo, limitGiven, type NewRow, type PageRequest } from './statements.ts';

export type Callback = typeof callbacks.$inferSelect;

export interface CallbackFilter {
  readonly transactionId?: number | undefined;
  readonly invoiceNo?: string | undefined;
  readonly status?: string | undefined;
  readonly accountId?: string | undefined;
}

export type CallbackStore = ReturnType<typeof callbackStore>;

/** The outbox: callbacks and every attempt to deliver them. */
export function callbackStore(database: Database) {
  const statements = prepare(database);
  const list = filtered(database.orm, callbacks, {
    transactionId: callbacks.transactionId,
    invoiceNo: callbacks.invoiceNo,
    // Spelled as in its index, so that SQLite uses it.
    status: sql`status || ''`,
    accountId: callbacks.accountId,
  });

  return {
    get: (id: number): Callback | undefined => statements.one.get({ id }),
    list: (filter: CallbackFilter, page: PageRequest): Callback[] => list(filter, page),
    insert: (row: NewRow<typeof callbacks>): number => Number(statements.insert(row).lastInsertRowid),
    /** Ids of pending callbacks, of one account or of all, of one transaction or of all, at most so many. */
    pending: (accountId: string | null, transactionId: number | null, limit: number): number[] =>
      (transactionId === null
        ? statements.pending.all({ accountId, limit })
        : statements.pendingOf.all({ accountId, transactionId, limit })
      ).map(({ id }) => id),
    /** Callbacks that were given up and last tried since a time, oldest first. */
    exhaustedSince: (since: number): Callback[] => statements.exhausted.all({ since }),
    setStatus: (id: number, status: CallbackStatus, nextAttemptAt: number | null): void => {
      statements.setStatus.run({ id, status, nextAttemptAt });
    },
    /** Counts a scheduled try and dates the next one before it is sent, so that a crash cannot repeat the same try forever. */
    countTry: (id: number, nextAttemptAt: number | null): void => {
      statements.countTry.run({ id, nextAttemptAt });
    },
    /** The browser's return was shown: dates what waited for it. False when nothing did. */
    noteReturn: (transactionId: number, now: number): boolean =>
      statements.noteReturn.run({ id: transactionId, now }).changes > 0,
    /** Whether a callback of the transaction waits for the browser's return. */
    awaitsReturn: (transactionId: number): boolean =>
      statements.awaitsReturn.get({ id: transactionId }) !== undefined,
    ...attemptStore(database),
  };
}

function prepare({ orm }: Database) {
  const id = sql.placeholder('id');
  const nextAttemptAt = sql`${sql.placeholder('nextAttemptAt')}`;
  // Spelled as in the partial index, so that SQLite uses it.
  const isPending = sql`status = 'pending'`;
  const awaitsReturn = and(eq(callbacks.transactionId, id), isPending, sql`after_return_ms IS NOT NULL`);
  const pendingIf = (condition: SQL | undefined) => () =>
    orm
      .select({ id: callbacks.id })
      .from(callbacks)
      .where(and(condition, sql`account_id = coalesce(${sql.placeholder('accountId')}, account_id)`))
      .limit(limitGiven)
      .prepare();
  return lazy({
    one: () => orm.select().from(callbacks).where(eq(callbacks.id, id)).prepare(),
    insert: () => insertInto(orm, callbacks),
    pending: pendingIf(isPending),
    // The unary plus: of one transaction there are few, and its own index leads to them.
    pendingOf: pendingIf(
      and(eq(callbacks.transactionId, sql.placeholder('transactionId')), sql`+status = 'pending'`),
    ),
    exhausted: () =>
      orm
        .select()
        .from(callbacks)
        .where(
          and(
            // Spelled as in the partial index, so that SQLite uses it.
            sql`status = 'exhausted'`,
            sql`EXISTS (SELECT 1 FROM callback_attempts WHERE callback_id = ${callbacks.id} AND at >= ${sql.placeholder('since')})`,
          ),
        )
        .orderBy(asc(callbacks.id))
        .prepare(),
    setStatus: () =>
      orm
        .update(callbacks)
        .set({ status: sql`${sql.placeholder('status')}`, nextAttemptAt })
        .where(eq(callbacks.id, id))
        .prepare(),
    countTry: () =>
      orm
        .update(callbacks)
        .set({ tries: sql`${callbacks.tries} + 1`, nextAttemptAt })
        .where(eq(callbacks.id, id))
        .prepare(),
    noteReturn: () =>
      orm
        .update(callbacks)
        .set({
          nextAttemptAt: sql`${sql.placeholder('now')} + ${callbacks.afterReturnMs}`,
          afterReturnMs: null,
        })
        .where(awaitsReturn)
        .prepare(),
    awaitsReturn: () =>
      orm.select({ id: callbacks.id }).from(callbacks).where(awaitsReturn).limit(limitedTo(1)).prepare(),
  });
}
