import { asc, count, desc, lt, max, min } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Orm } from './database.ts';
import { between, dropCodes, dropEvents, dropRequests, dropTransactions } from './drops.ts';
import { otps, transactions } from './schema.ts';
import { events, requests } from './schema-records.ts';
import { bound, boundLimit } from './statements.ts';

const growing = { requests, events, otps, transactions } as const;

/** The tables whose oldest rows may be deleted. */
export type Growing = keyof typeof growing;

export type RetentionStore = ReturnType<typeof retentionStore>;

/** The number of rows examined and the id of the last one. */
export interface Looked {
  readonly rows: number;
  readonly lastId: number;
}

/**
 * Deletes the oldest rows, a few at a time. Unfinished records stay: open checkouts, pending and held
 * callbacks, active codes, and their events.
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
    first: (table: Growing): number | undefined => statements[table].first.get()?.id ?? undefined,
    /** Counts at most `limit` rows below `before`, starting with the newest. */
    countDown: (table: Growing, before: number, limit: number): Looked => {
      const { rows = 0, lastId = null } = statements[table].down.get({ before, limit }) ?? {};
      return { rows, lastId: lastId ?? before };
    },
    /**
     * Examines at most `limit` of the oldest rows after `after`, up to `upTo`, and deletes those that are not
     * needed. Call it inside a commit.
     */
    drop: (table: Growing, after: number, upTo: number, limit: number): Looked => {
      const { rows = 0, lastId = null } = statements[table].up.get({ after, upTo, limit }) ?? {};
      if (lastId !== null) drops[table](after, lastId);
      return { rows, lastId: lastId ?? after };
    },
  };
}

type Numbered = SQLiteTable & { readonly id: AnySQLiteColumn<{ data: number; notNull: true }> };

function prepareLooks(orm: Orm, table: Numbered) {
  const ids = () => orm.select({ id: table.id }).from(table);
  const below = ids()
    .where(lt(table.id, bound('before')))
    .orderBy(desc(table.id))
    .limit(boundLimit())
    .as('below');
  const above = ids().where(between(table.id)).orderBy(asc(table.id)).limit(boundLimit()).as('above');
  return {
    first: orm
      .select({ id: min(table.id) })
      .from(table)
      .prepare(),
    down: orm
      .select({ rows: count(), lastId: min(below.id) })
      .from(below)
      .prepare(),
    up: orm
      .select({ rows: count(), lastId: max(above.id) })
      .from(above)
      .prepare(),
  };
}
