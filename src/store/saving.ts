import type Sqlite from 'better-sqlite3';
import type { Database } from './database.ts';
import { type Held, setOf } from './held.ts';
import { preImageTriggers } from './pre-images.ts';
import { noteEnds, type SlicedTable, slicedCopy, slicedTables, smallTables } from './sliced-tables.ts';
import { type Slices, slice } from './slices.ts';
import { copyOf, isUnfinished } from './snapshot-names.ts';

export type SavingStore = ReturnType<typeof savingStore>;

/**
 * A snapshot that is copied over many commits but contains the state at `begin`. Triggers copy rows that
 * change before the copying reaches them, and exclude new rows. The triggers and their tables are temporary
 * and not in the file, so a crash leaves none behind.
 */
export function savingStore({ orm: { $client: sqlite } }: Database, slices: Slices, held: Held) {
  const isHeld = (id: number) => held.has(setOf(copyOf({ id }, '')));
  const copiesOf = new Map<number, readonly ((rows: number) => boolean)[]>();

  function newCopies(id: number) {
    const copies = slicedTables(sqlite).map((table) => slicedCopy(sqlite, table, copyOf({ id }, table.name)));
    copiesOf.set(id, copies);
    return copies;
  }

  return {
    /** Call outside a commit. With temporary tables in memory, no trigger fails because a disk is full. */
    prepare: (): void => {
      sqlite.pragma('temp_store = MEMORY');
    },

    /** Begins a hidden snapshot, inside a commit, and returns its id. Later changes don't affect it. */
    begin(savedAt: number): number {
      const name = `SELECT ' ' || (1 + coalesce(max(id), 0)), ? FROM snapshots`;
      const { lastInsertRowid } = sqlite
        .prepare(`INSERT INTO snapshots (name, saved_at) ${name}`)
        .run(savedAt);
      const id = Number(lastInsertRowid);
      held.add(setOf(copyOf({ id }, '')));
      for (const table of smallTables)
        sqlite.exec(`CREATE TABLE ${copyOf({ id }, table)} AS SELECT * FROM ${table}`);
      sqlite.exec(
        `CREATE TABLE ${copyOf({ id }, 'sequence')} AS SELECT * FROM sqlite_sequence WHERE name <> 'events';
        CREATE TEMP TABLE saving_place (name, k0, k1, e0, e1)`,
      );
      for (const table of slicedTables(sqlite)) watch(sqlite, table, copyOf({ id }, table.name));
      return id;
    },

    /** Copies rows, inside a commit. Returns whether any are left. */
    copy(id: number): boolean {
      const copies = copiesOf.get(id) ?? newCopies(id);
      return slice(slices, () => copies.some((copyRows) => copyRows(slices.rows)));
    },

    /** Publishes the snapshot under its name, inside a commit. */
    finish(id: number, name: string): void {
      sqlite.prepare('UPDATE snapshots SET name = ? WHERE id = ?').run(name, id);
    },

    /** Removes what only the copying needs. Call outside a commit, which could fail if the disk is full. */
    end(id: number): void {
      held.delete(setOf(copyOf({ id }, '')));
      copiesOf.delete(id);
      if (!sqlite.open) return;
      const names = sqlite.prepare<[string], string>(
        "SELECT name FROM sqlite_temp_master WHERE type = ? AND name GLOB 'saving_*'",
      );
      for (const type of ['trigger', 'table'])
        for (const name of names.pluck().all(type)) sqlite.exec(`DROP ${type} temp.${name}`);
    },

    /** Discards what a crash, a failure or a stop left unfinished, inside a commit. */
    discardUnfinished(): void {
      // The columns that the statement selects.
      const all = sqlite.prepare('SELECT id, name FROM snapshots').all() as { id: number; name: string }[];
      for (const { id } of all.filter(({ id, name }) => isUnfinished(name) && !isHeld(id)))
        sqlite.prepare('DELETE FROM snapshots WHERE id = ?').run(id);
    },
  };
}

function watch(sqlite: Sqlite.Database, table: SlicedTable, copy: string): void {
  sqlite.exec(`CREATE TABLE ${copy} AS SELECT * FROM ${table.name} WHERE 0`);
  for (const sql of preImageTriggers(table, copy)) sqlite.exec(sql);
  noteEnds(sqlite, table);
}
