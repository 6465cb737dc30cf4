import { and, asc, eq, gt, lte, max, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { events } from './schema-records.ts';
import { bound, boundLimit, boundNumber, unindexed } from './statements.ts';
import { wholeRows } from './whole-rows.ts';

type EventRow = typeof events.$inferSelect;

/** Which events a reader wants. An absent member matches all. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly invoiceNo?: string | undefined;
  readonly transactionId?: number | undefined;
  readonly mobileNumber?: string | undefined;
  readonly accountId?: string | undefined;
}

export interface EventPage {
  readonly rows: readonly EventRow[];
  /** The last event examined, matching or not. Reading from here neither skips nor repeats events. */
  readonly cursor: number;
}

/** A part of a page. */
export interface EventLook extends EventPage {
  /** Whether the page is complete: it has as many rows as asked for, or no later event is there. */
  readonly isDone: boolean;
}

/** SQLite examines them in less than a millisecond, whether they match or not. */
const examinedAtOnce = 2000;

const onlyLast = { one: 1, skipped: examinedAtOnce - 1 };

/**
 * Reads events that match. SQLite filters them, which takes a tenth of the time of reading every row. One
 * call examines a bounded number, because other work has to wait for it.
 */
export function eventsMatching(orm: Orm) {
  const statements = lazy({
    among: () => matching(orm, lte(events.id, boundNumber('until'))),
    ofTransaction: () => matching(orm, eq(events.transactionId, boundNumber('transactionId'))),
    farthest: () =>
      orm
        .select({ id: events.id })
        .from(events)
        .where(gt(events.id, bound('after')))
        .orderBy(asc(events.id))
        .limit(boundLimit('one'))
        .offset(boundLimit('skipped'))
        .prepare(),
    newest: () =>
      orm
        .select({ id: max(events.id) })
        .from(events)
        .prepare(),
  });
  const read = (
    filter: EventFilter,
    place: { readonly after: number; readonly limit: number },
    until?: number,
  ) => {
    const { types, ...equal } = filter;
    const values = { ...nothing, ...equal, types: types ? JSON.stringify(types) : null, ...place };
    return filter.transactionId === undefined
      ? statements.among.all({ ...values, until: until ?? Number.MAX_SAFE_INTEGER })
      : statements.ofTransaction.all(values);
  };
  return (filter: EventFilter, after: number, limit: number): EventLook => {
    // Those of a transaction have an index.
    const farthest =
      filter.transactionId === undefined ? statements.farthest.get({ after, ...onlyLast })?.id : undefined;
    const rows = read(filter, { after, limit }, farthest);
    const last = rows.at(-1);
    if (last && rows.length === limit) return { rows, cursor: last.id, isDone: true };
    if (farthest !== undefined) return { rows, cursor: farthest, isDone: false };
    return { rows, cursor: Math.max(after, statements.newest.get()?.id ?? 0), isDone: true };
  };
}

const nothing = { invoiceNo: null, transactionId: null, mobileNumber: null, accountId: null };

function matching(orm: Orm, bounds: SQL) {
  const conditions = [
    sql`(${bound('types')} IS NULL OR ${events.type} IN (SELECT value FROM json_each(${bound('types')})))`,
    equalIfGiven(events.invoiceNo, 'invoiceNo'),
    equalIfGiven(events.mobileNumber, 'mobileNumber'),
    equalIfGiven(events.accountId, 'accountId'),
  ];
  const select = orm
    .select()
    .from(events)
    .where(and(gt(events.id, boundNumber('after')), bounds, ...conditions))
    .orderBy(asc(events.id))
    .limit(boundLimit());
  return wholeRows(orm, events, select);
}

function equalIfGiven(column: SQLiteColumn, name: string): SQL {
  return sql`(${bound(name)} IS NULL OR ${unindexed(column)} = ${bound(name)})`;
}
