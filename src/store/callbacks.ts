import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { type CallbackStatus, callbackAttempts, callbacks } from './schema-records.ts';
import { filtered, insertInto, limitedTo, limitGiven, type NewRow, type PageRequest } from './statements.ts';

export type Callback = typeof callbacks.$inferSelect;
export type Attempt = typeof callbackAttempts.$inferSelect;

/** How an attempt ended: the merchant's answer, or the error in words. */
export type AttemptEnd = Pick<
  Attempt,
  'durationMs' | 'answerStatus' | 'answerHeaders' | 'answerBody' | 'error'
>;

/** An attempt with the beginning of its answer's body, and that body's length. */
export type ShortAttempt = Attempt & { readonly answerBytes: number };

export type AttemptSummary = Pick<Attempt, 'number' | 'answerStatus' | 'error'>;

export type NewAttempt = Omit<Attempt, 'number' | keyof AttemptEnd>;

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
  const attempts = prepareAttempts(database);
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
    /** Begins attempt number n + 1 and returns its number. */
    beginAttempt(attempt: NewAttempt): number {
      const number = (attempts.last.get({ id: attempt.callbackId })?.number ?? 0) + 1;
      attempts.insert({ ...unanswered, ...attempt, number });
      return number;
    },
    endAttempt: (callbackId: number, number: number, end: AttemptEnd): boolean =>
      attempts.end.run({ id: callbackId, number, ...end }).changes === 1,
    /** The newest attempt without its bytes, for lists: its number is the count of all. */
    lastAttempt: (callbackId: number): AttemptSummary | undefined => attempts.summary.get({ id: callbackId }),
    attempts: (callbackId: number): Attempt[] => attempts.all.all({ id: callbackId }),
    shortAttempts: (callbackId: number): ShortAttempt[] => attempts.short.all({ id: callbackId }),
  };
}

const unanswered: AttemptEnd = {
  durationMs: null,
  answerStatus: null,
  answerHeaders: null,
  answerBody: null,
  error: null,
};

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

function prepareAttempts({ orm }: Database) {
  const ofCallback = eq(callbackAttempts.callbackId, sql.placeholder('id'));
  return lazy({
    last: () =>
      orm
        .select({ number: sql<number | null>`max(${callbackAttempts.number})` })
        .from(callbackAttempts)
        .where(ofCallback)
        .prepare(),
    insert: () => insertInto(orm, callbackAttempts),
    end: () =>
      orm
        .update(callbackAttempts)
        .set({
          durationMs: sql`${sql.placeholder('durationMs')}`,
          answerStatus: sql`${sql.placeholder('answerStatus')}`,
          answerHeaders: sql`${sql.placeholder('answerHeaders')}`,
          answerBody: sql`${sql.placeholder('answerBody')}`,
          error: sql`${sql.placeholder('error')}`,
        })
        .where(and(ofCallback, eq(callbackAttempts.number, sql.placeholder('number'))))
        .prepare(),
    summary: () =>
      orm
        .select({
          number: callbackAttempts.number,
          answerStatus: callbackAttempts.answerStatus,
          error: callbackAttempts.error,
        })
        .from(callbackAttempts)
        .where(ofCallback)
        .orderBy(desc(callbackAttempts.number))
        .limit(limitedTo(1))
        .prepare(),
    short: () =>
      orm
        .select({
          ...getTableColumns(callbackAttempts),
          answerBody: sql<Buffer | null>`substr(answer_body, 1, 1024)`,
          answerBytes: sql<number>`coalesce(length(answer_body), 0)`,
        })
        .from(callbackAttempts)
        .where(ofCallback)
        .orderBy(asc(callbackAttempts.number))
        .prepare(),
    all: () =>
      orm.select().from(callbackAttempts).where(ofCallback).orderBy(asc(callbackAttempts.number)).prepare(),
  });
}
