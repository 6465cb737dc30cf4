import type Sqlite from 'better-sqlite3';
import type { Database } from './database.ts';
import { type Held, setOf } from './held.ts';
import { reserveEventIds } from './imported-events.ts';
import { copyOf } from './snapshot-names.ts';
import type { Snapshot } from './snapshots.ts';
import { columnInfo } from './table-columns.ts';
import { allTables } from './tables.ts';

/** A row as SQLite stores it. */
export type StoredRow = Readonly<Record<string, unknown>>;

export type PlacedRow = StoredRow & { readonly place: number };

export interface Counted {
  readonly count: number;
  /** The place of the last counted row. Null when no rows were left. */
  readonly last: number | null;
}

const countedAtOnce = 5000;

/** The last id that a table had assigned when the snapshot was saved. */
export interface LastId {
  readonly name: string;
  readonly seq: number;
}

export type SnapshotRowStore = ReturnType<typeof snapshotRowStore>;

/**
 * The rows of snapshots one by one, for files. An import writes its rows over many commits, because a single
 * one would block every request. Until `finish`, the snapshot has a name that can't be requested, and
 * `saving.discardUnfinished` finds it after a crash.
 */
export function snapshotRowStore(database: Database, held: Held) {
  const { $client: sqlite } = database.orm;
  const inserts = new Map<string, Sqlite.Statement>();

  /** Its tables become garbage. */
  function discard(id: number): void {
    inserts.clear();
    sqlite.prepare('DELETE FROM snapshots WHERE id = ?').run(id);
  }

  return {
    /** Keeps the rows for a reader, even if the snapshot is removed, until the returned function is called. */
    keep: (of: Snapshot): (() => void) => held.keepFor(setOf(copyOf(of, ''))),

    /** Counts rows after `after`, one page at a time: a million at once would block every request. */
    countPage(of: Snapshot, table: string, after: number): Counted {
      const rows = `SELECT rowid AS place FROM ${copyOf(of, table)} WHERE rowid > ? ORDER BY rowid LIMIT ?`;
      const counted = sqlite
        .prepare(`SELECT count(*) AS count, max(place) AS last FROM (${rows})`)
        .get(after, countedAtOnce);
      // The columns that the statement selects.
      return counted as Counted;
    },

    /** Reads rows after `after` in the order in which they were written. `place` is the next `after`. */
    pages(of: Snapshot, table: string): (after: number, limit: number) => PlacedRow[] {
      const select = `SELECT rowid AS place, ${columnsOf(sqlite, of, table)} FROM ${copyOf(of, table)}`;
      const statement = sqlite.prepare(`${select} WHERE rowid > ? ORDER BY rowid LIMIT ?`);
      return (after, limit) => {
        // The columns that the statement selects.
        return statement.all(after, limit) as PlacedRow[];
      };
    },

    lastIds: (of: Snapshot): LastId[] =>
      // Two columns, as `save` copies them.
      sqlite.prepare(`SELECT name, seq FROM ${copyOf(of, 'sequence')} ORDER BY name`).all() as LastId[],

    /**
     * Creates an empty, hidden snapshot and returns its id. It can't be discarded as unfinished until
     * `release`.
     */
    begin(): number {
      const { lastInsertRowid } = sqlite
        .prepare(
          `INSERT INTO snapshots (name, saved_at) SELECT ' ' || (1 + coalesce(max(id), 0)), 0 FROM snapshots`,
        )
        .run();
      const id = Number(lastInsertRowid);
      held.add(setOf(copyOf({ id }, '')));
      for (const table of allTables) for (const sql of statementsFor(sqlite, id, table)) sqlite.exec(sql);
      sqlite.exec(`CREATE TABLE ${copyOf({ id }, 'sequence')} AS SELECT * FROM sqlite_sequence WHERE 0`);
      return id;
    },

    /** Throws SQLite's constraint error for a duplicate row, or for one that refers to a missing row. */
    insert(id: number, table: string, row: StoredRow): void {
      const copy = copyOf({ id }, table);
      const names = Object.keys(row);
      const insert =
        inserts.get(copy) ??
        sqlite.prepare(`INSERT INTO ${copy} (${names.join()}) VALUES (${names.map(() => '?').join()})`);
      inserts.set(copy, insert);
      insert.run(Object.values(row));
    },

    /** Shows the snapshot under its name. New ids continue after its rows, whatever its last ids say. */
    finish(id: number, name: string, savedAt: number): void {
      inserts.clear();
      reserveEventIds(sqlite, { id });
      database.invalidate();
      const sequence = copyOf({ id }, 'sequence');
      for (const table of ['transactions', 'otps', 'callbacks', 'requests', 'faults']) {
        const last = `(SELECT max(coalesce(max(id), 0), ${table === 'transactions' ? 100_000 : 0}) FROM ${copyOf({ id }, table)})`;
        sqlite.exec(`UPDATE ${sequence} SET seq = max(seq, ${last}) WHERE name = '${table}';
          INSERT INTO ${sequence} SELECT '${table}', ${last}
          WHERE ${last} > 0 AND NOT EXISTS (SELECT 1 FROM ${sequence} WHERE name = '${table}')`);
      }
      sqlite.prepare('UPDATE snapshots SET name = ?, saved_at = ? WHERE id = ?').run(name, savedAt, id);
    },

    discard,

    /** Call it after the last commit of an import, whether that one succeeded or not. */
    release(id: number): void {
      held.delete(setOf(copyOf({ id }, '')));
    },
  };
}

/** The SQL that creates an empty copy of a table with its keys and references, which a plain copy lacks. */
function statementsFor(sqlite: Sqlite.Database, id: number, table: string): string[] {
  const made = sqlite
    .prepare(
      `SELECT sql FROM sqlite_master WHERE tbl_name = ? AND (type = 'table' OR sql LIKE 'CREATE UNIQUE INDEX%')
      ORDER BY type DESC`,
    )
    .pluck()
    .all(table);
  return made.map((sql) =>
    String(sql)
      .replace(/^CREATE TABLE "?\w+"?/, `CREATE TABLE ${copyOf({ id }, table)}`)
      .replace(
        /^CREATE UNIQUE INDEX (\w+) ON \w+/,
        `CREATE UNIQUE INDEX snapshot_${id}_$1 ON ${copyOf({ id }, table)}`,
      )
      .replace(/REFERENCES (\w+)/g, (_, parent: string) => `REFERENCES ${copyOf({ id }, parent)}`)
      .replace(' AUTOINCREMENT', '')
      // Rows keep the order of the file.
      .replace(', WITHOUT ROWID', ''),
  );
}

/** Columns that are newer than the snapshot have their defaults, as after a restore. */
function columnsOf(sqlite: Sqlite.Database, of: Snapshot, table: string): string {
  const known = new Set(columnInfo(sqlite, copyOf(of, table)).map(({ name }) => name));
  return columnInfo(sqlite, table)
    .map(({ name, dflt_value: usual }) => (known.has(name) ? `"${name}"` : `${usual ?? 'NULL'} AS "${name}"`))
    .join();
}
