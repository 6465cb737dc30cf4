import type Sqlite from 'better-sqlite3';
import type { Database } from './database.ts';
import { type Held, setOf } from './held.ts';
import { preImageTriggers } from './pre-images.ts';
import { copySlicedRows, noteEnds, type SlicedTable, slicedTables, smallTables } from './sliced-tables.ts';
import { type Slices, slice } from './slices.ts';
import { copyOf, isUnfinished } from './snapshot-names.ts';

export type SavingStore = ReturnType<typeof savingStore>;

/**
 * A snapshot that is copied over many commits and still holds one moment, that of `begin`. Rows that change before the copying has come to
 * them are copied by triggers first, and rows that are new are left out. The triggers and what they need to know are temporary: they are
 * not in the file, so a crash leaves none of them.
 */
export function savingStore({ orm: { $client: sqlite } }: Database, slices: Slices, held: Held) {
  const isHeld = (id: number) => held.has(setOf(copyOf({ id }, '')));
  return {
    /** To be called outside of a commit: with temporary tables in memory, no trigger fails for want of space on a disk. */
    prepare: (): void => {
      sqlite.pragma('temp_store = MEMORY');
    },

    /** Begins a snapshot that nobody can see, inside a commit; returns its id. From then on changes do not reach it. */
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

    /** Copies rows, inside a commit; returns whether there are more. */
    copy(id: number): boolean {
      const all = slicedTables(sqlite);
      return slice(slices, () =>
        all.some((table) => copySlicedRows(sqlite, table, copyOf({ id }, table.name), slices.rows)),
      );
    },

    /** Shows the snapshot under its name, inside a commit. */
    finish(id: number, name: string): void {
      sqlite.prepare('UPDATE snapshots SET name = ? WHERE id = ?').run(name, id);
    },

    /** Takes away what only the copying needs. Outside of a commit, which could fail for want of space. */
    end(id: number): void {
      held.delete(setOf(copyOf({ id }, '')));
      if (!sqlite.open) return;
      const names = sqlite.prepare<[string], string>(
        "SELECT name FROM sqlite_temp_master WHERE type = ? AND name GLOB 'saving_*'",
      );
      for (const type of ['trigger', 'table'])
        for (const name of names.pluck().all(type)) sqlite.exec(`DROP ${type} temp.${name}`);
    },

    /** Gives up what a crash, a failure or a stop has left unfinished, inside a commit. */
    discardUnfinished(): void {
      // As the statement names them.
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
