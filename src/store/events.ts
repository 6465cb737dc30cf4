import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { events } from './schema-records.ts';
import { insertInto, limitGiven, type NewRow } from './statements.ts';

export type EventRow = typeof events.$inferSelect;
export type EventStore = ReturnType<typeof eventStore>;

/** The journal's rows. Ids rise for ever: AUTOINCREMENT never gives one twice, not even over a reset. */
export function eventStore(database: Database) {
  const { orm } = database;
  const statements = lazy({
    insert: () => insertInto(orm, events),
    after: () =>
      orm
        .select()
        .from(events)
        .where(gt(events.id, sql.placeholder('after')))
        .orderBy(asc(events.id))
        .limit(limitGiven)
        .prepare(),
    ofTransaction: () =>
      orm
        .select()
        .from(events)
        .where(and(eq(events.transactionId, sql.placeholder('id')), sql`transaction_id IS NOT NULL`))
        .orderBy(asc(events.id))
        .prepare(),
    ofProcess: () =>
      orm
        .select()
        .from(events)
        .where(and(eq(events.processId, sql.placeholder('id')), sql`process_id IS NOT NULL`))
        .orderBy(asc(events.id))
        .prepare(),
    lastGiven: () =>
      orm.select({ id: sql<number>`seq` }).from(sql`sqlite_sequence`).where(sql`name = 'events'`).prepare(),
  });

  // Every request of the merchant API asks for it.
  let last: number | undefined;
  database.onInvalidate(() => {
    last = undefined;
  });

  return {
    insert(row: NewRow<typeof events>): number {
      last = Number(statements.insert(row).lastInsertRowid);
      return last;
    },
    /** Events with an id above `after`, oldest first. */
    after: (id: number, limit: number): EventRow[] => statements.after.all({ after: id, limit }),
    ofTransaction: (id: number): EventRow[] => statements.ofTransaction.all({ id }),
    ofProcess: (processId: string): EventRow[] => statements.ofProcess.all({ id: processId }),
    /** The last id that was ever given, those of the open transaction included. */
    lastId(): number {
      last ??= statements.lastGiven.get()?.id ?? 0;
      return last;
    },
  };
}
