import { and, asc, eq, exists, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { attemptStore } from './attempts.ts';
import type { Database, Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { callbackAttempts, callbacks } from './schema-records.ts';
import { standings } from './standing.ts';
import {
  bound,
  boundLimit,
  filtered,
  insertInto,
  isOfAccount,
  literal,
  type NewRow,
  ofAccountOrAll,
  type PageRequest,
  plus,
  unindexed,
} from './statements.ts';
import type { CallbackStatus } from './statuses.ts';
import { type Tally, tallied } from './tallied.ts';

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
  const columns = {
    transactionId: callbacks.transactionId,
    invoiceNo: callbacks.invoiceNo,
    // As in its index, so that SQLite uses it.
    status: sql`${callbacks.status} || ''`,
    accountId: callbacks.accountId,
  };
  const list = filtered(database.orm, callbacks, columns);
  const byStatus = tallied(database.orm, callbacks, columns, callbacks.status);

  return {
    get: (id: number): Callback | undefined => statements.one.get({ id }),
    list: (filter: CallbackFilter, page: PageRequest): Callback[] => list(filter, page),
    /** How many there are in each status. */
    byStatus: (filter: CallbackFilter): Tally => byStatus(filter),
    insert: (row: NewRow<typeof callbacks>): number => Number(statements.insert(row).lastInsertRowid),
    /** Ids of pending callbacks, at most `limit`. Null means any account or any transaction. */
    pending: (accountId: string | null, transactionId: number | null, limit: number): number[] =>
      (transactionId === null
        ? statements.pending.all({ accountId, limit })
        : statements.pendingOf.all({ accountId, transactionId, limit })
      ).map(({ id }) => id),
    /** Failed callbacks with an attempt since a time, of one account or of all, oldest first. */
    exhaustedSince: (since: number, accountId: string | null): Callback[] =>
      statements.exhausted.all({ since, accountId }),
    setStatus: (id: number, status: CallbackStatus, nextAttemptAt: number | null): void => {
      statements.setStatus.run({ id, status, nextAttemptAt });
    },
    /** Counts a try and schedules the next before sending, so that a crash cannot repeat one try forever. */
    countTry: (id: number, nextAttemptAt: number | null): void => {
      statements.countTry.run({ id, nextAttemptAt });
    },
    /** The browser was sent back: schedules the callbacks that wait for it. False when there are none. */
    noteReturn: (transactionId: number, now: number): boolean =>
      statements.noteReturn.run({ id: transactionId, now }).changes > 0,
    /** Whether a callback of the transaction waits for the browser's return. */
    awaitsReturn: (transactionId: number): boolean =>
      statements.awaitsReturn.get({ id: transactionId }) !== undefined,
    standings: standings(database),
    ...attemptStore(database),
  };
}

function prepare({ orm }: Database) {
  const id = bound('id');
  const nextAttemptAt = bound('nextAttemptAt');
  const isPending = literal(eq(callbacks.status, 'pending'));
  const awaitsReturn = and(eq(callbacks.transactionId, id), isPending, isNotNull(callbacks.afterReturnMs));
  const pendingIf = (condition: SQL | undefined) => () =>
    orm
      .select({ id: callbacks.id })
      .from(callbacks)
      .where(and(condition, ofAccountOrAll(callbacks.accountId)))
      .limit(boundLimit())
      .prepare();
  return lazy({
    one: () => orm.select().from(callbacks).where(eq(callbacks.id, id)).prepare(),
    insert: () => insertInto(orm, callbacks),
    pending: pendingIf(isPending),
    // A transaction has few callbacks, which its own index finds.
    pendingOf: pendingIf(
      and(
        eq(callbacks.transactionId, bound('transactionId')),
        literal(eq(unindexed(callbacks.status), 'pending')),
      ),
    ),
    exhausted: () => exhaustedSince(orm),
    setStatus: () =>
      orm
        .update(callbacks)
        .set({ status: bound('status'), nextAttemptAt })
        .where(eq(callbacks.id, id))
        .prepare(),
    countTry: () =>
      orm
        .update(callbacks)
        .set({ tries: plus(callbacks.tries), nextAttemptAt })
        .where(eq(callbacks.id, id))
        .prepare(),
    noteReturn: () =>
      orm
        .update(callbacks)
        .set({
          nextAttemptAt: plus(callbacks.afterReturnMs, bound('now')),
          afterReturnMs: null,
        })
        .where(awaitsReturn)
        .prepare(),
    awaitsReturn: () => orm.select({ id: callbacks.id }).from(callbacks).where(awaitsReturn).prepare(),
  });
}

function exhaustedSince(orm: Orm) {
  const triedSince = orm
    .select({ at: callbackAttempts.at })
    .from(callbackAttempts)
    .where(and(eq(callbackAttempts.callbackId, callbacks.id), gte(callbackAttempts.at, bound('since'))));
  return orm
    .select()
    .from(callbacks)
    .where(
      and(literal(eq(callbacks.status, 'exhausted')), isOfAccount(callbacks.accountId), exists(triedSince)),
    )
    .orderBy(asc(callbacks.id))
    .prepare();
}
