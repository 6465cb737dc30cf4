import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { type Held, setOf } from './held.ts';
import { copyingBack } from './imported-events.ts';
import { snapshots } from './schema-records.ts';
import type { Slices } from './slices.ts';
import { copyOf, isUnfinished } from './snapshot-names.ts';
import type { StagedStore } from './staged.ts';
import { bound, insertInto } from './statements.ts';
import { allTables } from './tables.ts';
import { isLight } from './weight.ts';

export type Snapshot = typeof snapshots.$inferSelect;
export type SnapshotStore = ReturnType<typeof snapshotStore>;

/**
 * Snapshots: a copy of every table in the same file. Small ones are saved and restored in one transaction,
 * large ones in many (`saving.ts`, `staged.ts`), a single one of which makes the change visible.
 */
export function snapshotStore(
  { orm }: Database,
  { weightAtOnce }: Slices,
  { staged, held }: { readonly staged: StagedStore; readonly held: Held },
  clear: () => void,
) {
  const one = orm
    .select()
    .from(snapshots)
    .where(eq(snapshots.name, bound('name')))
    .prepare();
  const all = orm.select().from(snapshots).orderBy(desc(snapshots.id)).prepare();
  const insert = insertInto(orm, snapshots);
  const removeRow = orm
    .delete(snapshots)
    .where(eq(snapshots.id, bound('id')))
    .prepare();

  /** Unfinished snapshots can't be requested, so that nobody restores, exports or removes a part of one. */
  function named(name: string): Snapshot | undefined {
    return isUnfinished(name) ? undefined : one.get({ name });
  }

  function remove(name: string): boolean {
    const row = named(name);
    if (!row) return false;
    removeRow.run({ id: row.id });
    // The tables of a large snapshot, or of one that is being read, are garbage from now on.
    if (isSmall(row) && !held.has(setOf(copyOf(row, ''))))
      for (const table of [...allTables, 'sequence']) orm.run(sql.raw(`DROP TABLE ${copyOf(row, table)}`));
    return true;
  }

  function isSmall(row: Snapshot): boolean {
    return isLight(orm.$client, weightAtOnce, (table) => copyOf(row, table));
  }

  function copyBack(row: Snapshot): void {
    clear();
    for (const table of [...allTables].reverse()) orm.run(sql.raw(copyingBack(orm.$client, row, table)));
  }

  return {
    list: (): Snapshot[] => all.all().filter(({ name }) => !isUnfinished(name)),
    get: named,

    /** Copies everything under a name, replacing a snapshot of that name. */
    save(name: string, savedAt: number): void {
      remove(name);
      const id = Number(insert({ name, savedAt }).lastInsertRowid);
      for (const table of allTables) {
        orm.run(sql.raw(`CREATE TABLE ${copyOf({ id }, table)} AS SELECT * FROM ${table}`));
      }
      orm.run(
        sql.raw(
          `CREATE TABLE ${copyOf({ id }, 'sequence')} AS SELECT * FROM sqlite_sequence WHERE name <> 'events'`,
        ),
      );
    },

    isSmall,

    /**
     * Replaces the state with the copies, or with the staged tables filled from them, inside a commit.
     * Returns the time at which it was saved, or undefined if the snapshot was removed.
     */
    restore(row: Snapshot, filled?: number): number | undefined {
      if (named(row.name)?.id !== row.id) return undefined;
      if (filled === undefined) copyBack(row);
      else staged.exchange(filled);
      orm.run(sql.raw(`DELETE FROM sqlite_sequence WHERE name NOT IN ('events', 'snapshots')`));
      orm.run(
        sql.raw(
          `INSERT INTO sqlite_sequence SELECT * FROM ${copyOf(row, 'sequence')} WHERE name <> 'snapshots'`,
        ),
      );
      return row.savedAt;
    },

    remove,
  };
}
