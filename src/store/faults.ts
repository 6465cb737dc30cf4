import { count, desc, eq, gt } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { faults } from './schema-records.ts';
import { bound, insertInto, literal, type NewRow, plus } from './statements.ts';

export type FaultRow = typeof faults.$inferSelect;
export type FaultStore = ReturnType<typeof faultStore>;

/** Faults, active and used up. */
export function faultStore(database: Database) {
  const { orm } = database;
  const id = bound('id');
  const statements = lazy({
    all: () => orm.select().from(faults).orderBy(desc(faults.id)).prepare(),
    armed: () =>
      orm
        .select()
        .from(faults)
        .where(literal(gt(faults.timesLeft, 0)))
        .prepare(),
    count: () => orm.select({ all: count() }).from(faults).prepare(),
    one: () => orm.select().from(faults).where(eq(faults.id, id)).prepare(),
    insert: () => insertInto(orm, faults),
    seen: () =>
      orm
        .update(faults)
        .set({ seen: plus(faults.seen) })
        .where(eq(faults.id, id))
        .prepare(),
    fired: () =>
      orm
        .update(faults)
        .set({ fired: plus(faults.fired), timesLeft: plus(faults.timesLeft, -1) })
        .where(eq(faults.id, id))
        .prepare(),
    remove: () => orm.delete(faults).where(eq(faults.id, id)).prepare(),
  });
  // Cached, because every merchant API request needs the active faults, and usually there are none.
  let kept: readonly FaultRow[] | undefined;
  const invalidate = () => {
    kept = undefined;
  };
  database.onInvalidate(invalidate);

  return {
    /** Newest first. */
    all: (): FaultRow[] => statements.all.all(),
    /** Faults that can still fire, oldest first. */
    armed: (): readonly FaultRow[] => (kept ??= statements.armed.all().sort((a, b) => a.id - b.id)),
    count: (): number => statements.count.get()?.all ?? 0,
    get: (faultId: number): FaultRow | undefined => statements.one.get({ id: faultId }),
    insert(row: NewRow<typeof faults>): number {
      invalidate();
      return Number(statements.insert(row).lastInsertRowid);
    },
    /** Counts a request that the fault matched, whether or not the fault fired. */
    countSeen(faultId: number): void {
      invalidate();
      statements.seen.run({ id: faultId });
    },
    countFired(faultId: number): void {
      invalidate();
      statements.fired.run({ id: faultId });
    },
    remove(faultId: number): boolean {
      invalidate();
      return statements.remove.run({ id: faultId }).changes === 1;
    },
  };
}
