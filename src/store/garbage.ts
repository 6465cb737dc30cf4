import type { Database } from './database.ts';
import { type Held, setOf } from './held.ts';
import { type Slices, slice } from './slices.ts';
import { keyColumns } from './table-columns.ts';
import { allTables } from './tables.ts';

export type GarbageStore = ReturnType<typeof garbageStore>;

/**
 * Tables that are no longer used: the state before a reset or a restore, removed snapshots, and leftovers of
 * a crash. Dropping a large table takes long, so its indexes are dropped one at a time, then its rows are
 * deleted in slices.
 */
export function garbageStore({ orm: { $client: sqlite } }: Database, slices: Slices, held: Held) {
  const tables = sqlite
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB 'staged_[0-9]*'
        OR name GLOB 'snapshot_[0-9]*' AND CAST(substr(name, 10) AS INTEGER) NOT IN (SELECT id FROM snapshots))`,
    )
    .pluck();
  const indexOf = sqlite
    .prepare<[string], string>(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ? LIMIT 1`,
    )
    .pluck();
  /** Prepared once for a table, because collecting thousands of statements takes long. */
  let deleting: ReturnType<typeof deletingFrom> | undefined;

  /** Children first, because a snapshot from a file has foreign keys. */
  function next(): string | undefined {
    const garbage = tables.all().filter((table) => !held.has(setOf(table)));
    return garbage.sort((one, other) => placeOf(one) - placeOf(other))[0];
  }

  function takeFrom(table: string): void {
    const index = indexOf.get(table);
    if (index !== undefined) {
      sqlite.exec(`DROP INDEX ${index}`);
      return;
    }
    if (deleting?.table !== table) deleting = deletingFrom(table);
    const { changes } = deleting.rows.run(slices.rows);
    if (changes >= slices.rows) return;
    sqlite.exec(`DROP TABLE ${table}`);
    deleting = undefined;
  }

  function deletingFrom(table: string) {
    const keys = keyOf(table);
    const rows = sqlite.prepare(
      `DELETE FROM ${table} WHERE (${keys}) IN (SELECT ${keys} FROM ${table} ORDER BY ${keys} LIMIT ? + 0)`,
    );
    return { table, rows };
  }

  /** Tables without rowids store their rows in the order of their key. */
  function keyOf(table: string): string {
    // The column that the pragma returns.
    const [info] = sqlite.pragma(`table_list(${table})`) as { readonly wr: number }[];
    if (!info?.wr) return 'rowid';
    return keyColumns(sqlite, table)
      .map(({ name }) => name)
      .join();
  }

  return {
    isThere: (): boolean => next() !== undefined,

    /** Deletes part of it, inside a commit. */
    sweep(): void {
      slice(slices, () => {
        const table = next();
        if (table !== undefined) takeFrom(table);
        return table !== undefined;
      });
    },
  };
}

function placeOf(table: string): number {
  return allTables.indexOf(table.slice(setOf(table).length + 1));
}
