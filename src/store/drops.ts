import { and, eq, gt, inArray, isNull, lte, ne, notExists, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';
import { checkouts, otps, transactions, verifications } from './schema.ts';
import { callbackAttempts, callbacks, events, requests } from './schema-records.ts';
import { bound, literal, unindexed } from './statements.ts';

/** Deletes logged requests. Nothing depends on them. */
export function dropRequests(orm: Orm) {
  const drop = orm.delete(requests).where(between(requests.id)).prepare();
  return (from: number, to: number) => {
    drop.run({ after: from, upTo: to });
  };
}

/** Deletes events of what is finished. Unfinished payments and codes keep their complete timeline. */
export function dropEvents(orm: Orm) {
  const drop = orm
    .delete(events)
    .where(
      and(
        between(events.id),
        notExists(
          orm
            .select({ id: transactions.id })
            .from(transactions)
            .where(
              and(eq(transactions.id, events.transactionId), literal(eq(transactions.status, 'started'))),
            ),
        ),
        hasNoCallbackToSend(orm, events.transactionId),
        notExists(
          orm
            .select({ id: otps.id })
            .from(otps)
            .where(and(eq(otps.processId, events.processId), literal(eq(unindexed(otps.status), 'active')))),
        ),
      ),
    )
    .prepare();
  return (from: number, to: number) => {
    drop.run({ after: from, upTo: to });
  };
}

/**
 * Deletes codes that have ended, except those that a checkout page asks for. A process is deleted with its
 * last code, unless it has a transaction.
 */
export function dropCodes(orm: Orm) {
  const processId = bound('processId');
  const drop = orm
    .delete(otps)
    .where(
      and(
        between(otps.id),
        literal(ne(unindexed(otps.status), 'active')),
        notExists(
          orm
            .select({ token: checkouts.token })
            .from(verifications)
            .innerJoin(checkouts, eq(checkouts.transactionId, verifications.transactionId))
            .where(and(eq(verifications.processId, otps.processId), literal(eq(checkouts.open, true)))),
        ),
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
        notExists(orm.select({ id: otps.id }).from(otps).where(eq(otps.processId, processId))),
      ),
    )
    .prepare();
  return (from: number, to: number) => {
    for (const { processId: id } of drop.all({ after: from, upTo: to })) dropProcess.run({ processId: id });
  };
}

/**
 * Deletes finished transactions with their processes, checkouts, callbacks and attempts. Their invoice
 * numbers become available again.
 */
export function dropTransactions(orm: Orm) {
  const ended = orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        between(transactions.id),
        literal(ne(unindexed(transactions.status), 'started')),
        hasNoCallbackToSend(orm, transactions.id),
      ),
    )
    .prepare();
  const id = bound('id');
  const ofIt = eq(callbacks.transactionId, id);
  // Children before the rows that they refer to.
  const drops = [
    orm
      .delete(callbackAttempts)
      .where(
        inArray(callbackAttempts.callbackId, orm.select({ id: callbacks.id }).from(callbacks).where(ofIt)),
      )
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

/** The range of ids that a statement covers. */
export function between(column: SQLiteColumn): SQL | undefined {
  return and(gt(column, bound('after')), lte(column, bound('upTo')));
}

function hasNoCallbackToSend(orm: Orm, transactionId: SQLiteColumn): SQL {
  return notExists(
    orm
      .select({ id: callbacks.id })
      .from(callbacks)
      .where(
        and(
          eq(callbacks.transactionId, transactionId),
          literal(inArray(unindexed(callbacks.status), ['pending', 'held'])),
        ),
      ),
  );
}
