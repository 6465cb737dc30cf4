import type Sqlite from 'better-sqlite3';
import type { Database } from './database.ts';
import { type Held, setOf, stagedName } from './held.ts';
import { copyingBack } from './imported-events.ts';
import { type Slices, slice } from './slices.ts';
import { copyOf } from './snapshot-names.ts';
import { allTables } from './tables.ts';

export type StagedStore = ReturnType<typeof stagedStore>;

interface SchemaEntry {
  readonly name: string;
  readonly table: string;
  readonly root: number;
  readonly sql: string | null;
}

interface Numbered {
  readonly id: number;
}

/**
 * The statements that copy a table's rows. Prepared once: one for each slice would leave so many that
 * collecting them takes 200 ms.
 */
interface Filling {
  readonly lastOf: Sqlite.Statement<[number, number], number>;
  readonly insert: Sqlite.Statement;
}

/** The next row of a snapshot to copy. */
export interface Place {
  readonly table: string;
  readonly after: number;
}

/**
 * A second, hidden set of the state's tables. A new state is built in it over many commits, then `exchange`
 * makes it current in one: each table and index keeps its name and takes the other's pages. The old state is
 * then in the second set, and is garbage.
 */
export function stagedStore(database: Database, slices: Slices, held: Held) {
  const sqlite = database.orm.$client;
  const tables = [...allTables].reverse();
  const fillings = new Map<string, Filling>();

  function entriesOf(of: readonly string[]): SchemaEntry[] {
    const statement = sqlite.prepare(
      `SELECT name, tbl_name AS "table", rootpage AS root, sql FROM sqlite_master
      WHERE tbl_name IN (SELECT value FROM json_each(?)) ORDER BY type DESC`,
    );
    // The columns that the statement selects.
    return statement.all(JSON.stringify(of)) as SchemaEntry[];
  }

  function copyRows(number: number, of: Numbered, { table, after }: Place): Place | undefined {
    const staged = stagedName(number, table);
    const filling = fillings.get(staged) ?? fillingOf(sqlite, of, table, staged);
    fillings.set(staged, filling);
    const { lastOf, insert } = filling;
    const last = lastOf.get(after, slices.rows - 1);
    insert.run(after, last ?? Number.MAX_SAFE_INTEGER);
    if (last !== undefined) return { table, after: last };
    const next = tables[tables.indexOf(table) + 1];
    return next === undefined ? undefined : { table: next, after: -1 };
  }

  /** Creates a set, inside a commit, and returns its number. It isn't garbage until `release`. */
  function begin(): number {
    const number = 1 + lastNumber(sqlite);
    held.add(setOf(stagedName(number, '')));
    for (const { sql } of entriesOf(allTables)) if (sql !== null) sqlite.exec(stagedSql(sql, number));
    return number;
  }

  function release(number: number): void {
    held.delete(setOf(stagedName(number, '')));
    fillings.clear();
  }

  /** Makes a set the current state, inside a commit. The old state can't be read afterward. */
  function exchange(number: number): void {
    const staged = entriesOf(allTables.map((table) => stagedName(number, table)));
    const roots = entriesOf(allTables).flatMap(({ name, table, root }) => {
      // SQLite created this index itself and named it after its table.
      const isMade = name.startsWith('sqlite_');
      const other = isMade ? name.replace(table, stagedName(number, table)) : stagedName(number, name);
      const otherRoot = staged.find((each) => each.name === other)?.root;
      if (otherRoot === undefined) throw new Error(`there is no ${other}`);
      return [
        { name, root: otherRoot },
        { name: other, root },
      ];
    });
    setRoots(sqlite, roots);
    database.invalidate();
  }

  return {
    begin,
    release,

    /** Where `fill` starts. */
    start: { table: tables[0] ?? '', after: -1 },

    /**
     * Copies rows of a snapshot into the set, inside a commit. Returns where to continue, or undefined at the
     * end.
     */
    fill(number: number, of: Numbered, from: Place): Place | undefined {
      let place: Place | undefined = from;
      slice(slices, () => {
        if (place) place = copyRows(number, of, place);
        return place !== undefined;
      });
      return place;
    },

    exchange,

    /** Makes an empty set the current state, inside a commit. */
    exchangeEmpty(): void {
      const number = begin();
      exchange(number);
      release(number);
    },
  };
}

function fillingOf(sqlite: Sqlite.Database, of: Numbered, table: string, staged: string): Filling {
  return {
    lastOf: sqlite
      .prepare<[number, number], number>(
        `SELECT rowid FROM ${copyOf(of, table)} WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ? + 0`,
      )
      .pluck(),
    insert: sqlite.prepare(`${copyingBack(sqlite, of, table, staged)} WHERE rowid > ? AND rowid <= ?`),
  };
}

function lastNumber(sqlite: Sqlite.Database): number {
  const names = sqlite.prepare<[], string>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'staged_*'",
  );
  return Math.max(
    0,
    ...names
      .pluck()
      .all()
      .map((name) => Number(name.split('_')[1])),
  );
}

/** Without foreign keys, so that rows can be copied and deleted in any order and without checks. */
function stagedSql(sql: string, number: number): string {
  return sql
    .replace(/^CREATE TABLE "?(\w+)"?/, (_, table: string) => `CREATE TABLE ${stagedName(number, table)}`)
    .replace(
      /^CREATE (UNIQUE )?INDEX (\w+) ON (\w+)/,
      (_, unique: string | undefined, index: string, table: string) =>
        `CREATE ${unique ?? ''}INDEX ${stagedName(number, index)} ON ${stagedName(number, table)}`,
    )
    .replace(/ REFERENCES \w+ \(\w+\)/g, '')
    .replace(' AUTOINCREMENT', '');
}

/**
 * SQLite can't rename an index, so this edits the schema table. The new schema version makes every prepared
 * statement read the schema again, and so does a rollback.
 */
function setRoots(
  sqlite: Sqlite.Database,
  roots: readonly { readonly name: string; readonly root: number }[],
): void {
  const version = Number(sqlite.pragma('schema_version', { simple: true }));
  sqlite.unsafeMode(true);
  try {
    sqlite.pragma('writable_schema = ON');
    const set = sqlite.prepare('UPDATE sqlite_master SET rootpage = ? WHERE name = ?');
    for (const { name, root } of roots) set.run(root, name);
    sqlite.pragma(`schema_version = ${version + 1}`);
  } finally {
    sqlite.pragma('writable_schema = RESET');
    sqlite.unsafeMode(false);
  }
}
