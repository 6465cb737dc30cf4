import { asc, desc, eq, gt } from 'drizzle-orm';
import type { Database } from './database.ts';
import { type EventFilter, type EventLook, eventsMatching } from './events-matching.ts';
import { lazy } from './lazy.ts';
import { events } from './schema-records.ts';
import { sequenceStore } from './sequences.ts';
import { bound, boundLimit, insertInto, type NewRow } from './statements.ts';

export type EventRow = typeof events.$inferSelect;
export type EventStore = ReturnType<typeof eventStore>;

/** The journal's rows. Ids always increase: AUTOINCREMENT never reuses one, even after a reset. */
export function eventStore(database: Database) {
  const { orm } = database;
  const statements = lazy({
    insert: () => insertInto(orm, events),
    after: () =>
      orm
        .select()
        .from(events)
        .where(gt(events.id, bound('after')))
        .orderBy(asc(events.id))
        .limit(boundLimit())
        .prepare(),
    ofTransaction: () =>
      orm
        .select()
        .from(events)
        .where(eq(events.transactionId, bound('id')))
        .orderBy(asc(events.id))
        .prepare(),
    ofProcess: () =>
      orm
        .select()
        .from(events)
        .where(eq(events.processId, bound('id')))
        .orderBy(asc(events.id))
        .prepare(),
    matching: () => eventsMatching(orm),
    newest: () =>
      orm.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(boundLimit()).prepare(),
    sequence: () => sequenceStore(database),
  });

  // Cached, because every merchant API request needs it.
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
    /** Events with an id above `after` that match, oldest first: one part of a page. */
    matching: (filter: EventFilter, after: number, limit: number): EventLook =>
      statements.matching(filter, after, limit),
    ofTransaction: (id: number): EventRow[] => statements.ofTransaction.all({ id }),
    ofProcess: (processId: string): EventRow[] => statements.ofProcess.all({ id: processId }),
    /** The id of the newest event that is kept. An import leaves out ids, so it may be below `lastId`. */
    newestId: (): number => statements.newest.get({ limit: 1 })?.id ?? 0,
    /** The last id that was ever assigned, including those of the open transaction. */
    lastId(): number {
      last ??= statements.sequence.last('events');
      return last;
    },
  };
}
