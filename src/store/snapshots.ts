import { desc, eq, sql } from 'drizzle-orm';
import type { Database, Orm } from './database.ts';
import { snapshots } from './schema-records.ts';
import { bound, insertInto } from './statements.ts';
import { allTables, clearTables } from './tables.ts';

export type Snapshot = typeof snapshots.$inferSelect;
export type SnapshotStore = ReturnType<typeof snapshotStore>;

/**
 * Snapshots copy every table within the same file, so that saving and restoring are single transactions that
 * survive a crash. The copies' names contain the snapshot's number, never its name.
 */
export function snapshotStore(database: Database) {
  const { orm } = database;
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

  function remove(name: string): boolean {
    const row = one.get({ name });
    if (!row) return false;
    for (const table of [...allTables, 'sequence']) orm.run(sql.raw(`DROP TABLE ${copyOf(row, table)}`));
    removeRow.run({ id: row.id });
    return true;
  }

  return {
    list: (): Snapshot[] => all.all().filter(({ name }) => !isUnfinished(name)),
    get: (name: string): Snapshot | undefined => one.get({ name }),

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

    /**
     * Replaces everything with the copies. Returns the clock time of the snapshot, or undefined when there is
     * no snapshot with that name.
     */
    restore(name: string): number | undefined {
      const row = one.get({ name });
      if (!row) return undefined;
      clearTables(database);
      for (const table of [...allTables].reverse()) {
        const columns = columnsOf(orm, copyOf(row, table));
        orm.run(sql.raw(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${copyOf(row, table)}`));
      }
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

/** Users cannot enter a name that begins with a space. A snapshot has such a name during its import. */
export function isUnfinished(name: string): boolean {
  return name.startsWith(' ');
}

/** A snapshot may lack recent columns. These then get their defaults, as in older rows. */
function columnsOf(orm: Orm, copy: string): string {
  const columns = orm.all<{ name: string }>(sql.raw(`PRAGMA table_info(${copy})`));
  return columns.map(({ name }) => `"${name}"`).join(', ');
}

export function copyOf({ id }: Pick<Snapshot, 'id'>, table: string): string {
  return `snapshot_${id}_${table}`;
}
