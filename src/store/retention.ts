import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Orm } from './database.ts';
import { checkouts, otps, transactions, verifications } from './schema.ts';
import { callbackAttempts, callbacks, events, requests } from './schema-records.ts';
import { limit, limitedTo } from './statements.ts';

const growing = { requests, events, otps, transactions } as const;

/** The tables whose oldest rows may go. */
export type Growing = keyof typeof growing;

export type RetentionStore = ReturnType<typeof retentionStore>;

/** Rows that were looked at, and the id of the last of them. */
export interface Looked {
  readonly rows: number;
  readonly lastId: number;
}

/**
 * Takes the oldest rows away, a few at a time. What is unfinished stays: an open checkout, a callback that is pending or held, an active
 * code, and what the journal tells of them.
 */
export function retentionStore({ orm }: Database) {
  const statements = {
    requests: prepareLooks(orm, requests),
    events: prepareLooks(orm, events),
    otps: prepareLooks(orm, otps),
    transactions: prepareLooks(orm, transactions),
  };
  const drops: Readonly<Record<Growing, (after: number, upTo: number) => void>> = {
    requests: dropRequests(orm),
    events: dropEvents(orm),
    otps: dropCodes(orm),
    transactions: dropTransactions(orm),
  };
  return {
    /** The oldest id, or undefined when there are no rows. */
    first: (table: Growing): number | undefined => statements[table].first.get()?.id,
    /** Counts rows from the newest on: of those below `before`, at most `limit`. */
    countDown: (table: Growing, before: number, limit: number): Looked => {
      const { rows = 0, lastId = null } = statements[table].down.get({ before, limit }) ?? {};
      return { rows, lastId: lastId ?? before };
    },
    /** Looks at the oldest rows behind `after` up to `upTo`, at most `limit`, and drops those that nothing needs. Inside a commit. */
    drop: (table: Growing, after: number, upTo: number, limit: number): Looked => {
      const { rows = 0, lastId = null } = statements[table].up.get({ after, upTo, limit }) ?? {};
      if (lastId !== null) drops[table](after, lastId);
      return { rows, lastId: lastId ?? after };
    },
  };
}

const after = sql.placeholder('after');
const upTo = sql.placeholder('upTo');

function prepareLooks(orm: Orm, table: SQLiteTable & { readonly id: SQLiteColumn }) {
  const rows = sql<number>`count(*)`;
  const below = sql`(SELECT id FROM ${table} WHERE id < ${sql.placeholder('before')} ORDER BY id DESC LIMIT ${limit})`;
  const above = sql`(SELECT id FROM ${table} WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${limit})`;
  return {
    first: orm.select({ id: sql<number>`id` }).from(table).orderBy(table.id).limit(limitedTo(1)).prepare(),
    down: orm.select({ rows, lastId: sql<number | null>`min(id)` }).from(below).prepare(),
    up: orm.select({ rows, lastId: sql<number | null>`max(id)` }).from(above).prepare(),
  };
}

/** The log is only a log: no row is kept for its contents. */
function dropRequests(orm: Orm) {
  const drop = orm.delete(requests).where(between(requests.id)).prepare();
  return (from: number, to: number) => {
    drop.run({ after: from, upTo: to });
  };
}

/** Events of stories that are over: by those that stay, what is unfinished can be told from its beginning. */
function dropEvents(orm: Orm) {
  const drop = orm
    .delete(events)
    .where(
      and(
        between(events.id),
        sql`NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${transactions.id} = ${events.transactionId} AND ${transactions.status} = 'started')`,
        hasNoCallbackToSend(events.transactionId),
        sql`NOT EXISTS (SELECT 1 FROM ${otps} WHERE ${otps.processId} = ${events.processId} AND +${otps.status} = 'active')`,
      ),
    )
    .prepare();
  return (from: number, to: number) => {
    drop.run({ after: from, upTo: to });
  };
}

/** Codes that have ended, but none that a checkout's page asks for. With its last code a process goes, unless a transaction is its own. */
function dropCodes(orm: Orm) {
  const processId = sql.placeholder('processId');
  const drop = orm
    .delete(otps)
    .where(
      and(
        between(otps.id),
        sql`+${otps.status} <> 'active'`,
        sql`NOT EXISTS (SELECT 1 FROM ${verifications} JOIN ${checkouts} ON ${checkouts.transactionId} = ${verifications.transactionId}
          WHERE ${verifications.processId} = ${otps.processId} AND ${checkouts.open} = 1)`,
      ),
    )
    .returning({ processId: otps.processId })
    .prepare();
  const dropProcess = orm
    .delete(verifications)
    .where(
      and(
        eq(verifications.processId, processId),
        isNull(verifications.transactionId),
        sql`NOT EXISTS (SELECT 1 FROM ${otps} WHERE ${otps.processId} = ${processId})`,
      ),
    )
    .prepare();
  return (from: number, to: number) => {
    for (const { processId: id } of drop.all({ after: from, upTo: to })) dropProcess.run({ processId: id });
  };
}

/** Transactions that have ended, with their processes, checkouts, callbacks and attempts; their invoice numbers are free again. */
function dropTransactions(orm: Orm) {
  const ended = orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        between(transactions.id),
        sql`+${transactions.status} <> 'started'`,
        hasNoCallbackToSend(transactions.id),
      ),
    )
    .prepare();
  const id = sql.placeholder('id');
  const ofIt = eq(callbacks.transactionId, id);
  // Children before the rows that they refer to.
  const drops = [
    orm
      .delete(callbackAttempts)
      .where(sql`${callbackAttempts.callbackId} IN (SELECT ${callbacks.id} FROM ${callbacks} WHERE ${ofIt})`)
      .prepare(),
    orm.delete(callbacks).where(ofIt).prepare(),
    orm.delete(checkouts).where(eq(checkouts.transactionId, id)).prepare(),
    orm.delete(verifications).where(eq(verifications.transactionId, id)).prepare(),
    orm.delete(transactions).where(eq(transactions.id, id)).prepare(),
  ];
  return (from: number, to: number) => {
    for (const each of ended.all({ after: from, upTo: to })) for (const drop of drops) drop.run(each);
  };
}

function between(column: SQLiteColumn): SQL | undefined {
  return and(gt(column, after), lte(column, upTo));
}

function hasNoCallbackToSend(transactionId: SQLiteColumn): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${callbacks} WHERE ${callbacks.transactionId} = ${transactionId}
    AND +${callbacks.status} IN ('pending', 'held'))`;
}
