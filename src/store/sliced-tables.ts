import type Sqlite from 'better-sqlite3';
import { columnsOf, keyColumns } from './table-columns.ts';
import { allTables } from './tables.ts';

/** A table that is copied in slices, in the order of its key. */
export interface SlicedTable {
  readonly name: string;
  readonly keys: readonly string[];
  /** A key before all others. */
  readonly least: readonly unknown[];
  /** Columns of the copy, and what goes into them. */
  readonly into: string;
  readonly from: string;
}

/** They stay small, and are copied at once. */
export const smallTables: readonly string[] = [
  'faults',
  'whitelist_entries',
  'access_tokens',
  'accounts',
  'facts',
];

export function slicedTables(sqlite: Sqlite.Database): SlicedTable[] {
  const names = [...allTables].reverse().filter((name) => !smallTables.includes(name));
  return names.map((name) => {
    const keys = keyColumns(sqlite, name);
    const columns = columnsOf(sqlite, name);
    const [least, second = null] = keys.map(({ type }) => (type === 'TEXT' ? '' : -1));
    // Rows with a number keep it as their place: files of equal states have their lines in the same order.
    const place = keys[0]?.name === 'id' ? ['rowid, ', 'id, '] : ['', ''];
    return {
      name,
      keys: keys.map((key) => key.name),
      least: [least, second],
      into: `${place[0]}${columns}`,
      from: `${place[1]}${columns}`,
    };
  });
}

/** Keys that the copying leaves out: of new rows, and of rows that a trigger has copied. */
export function skippedOf(table: string): string {
  return `saving_skipped_${table}`;
}

/** Notes where the copying begins, and where it ends: it would never catch up with rows that are added faster than it copies. */
export function noteEnds(sqlite: Sqlite.Database, { name, keys, least }: SlicedTable): void {
  const [e0 = null, e1 = null] =
    sqlite
      .prepare<[], unknown[]>(
        `SELECT ${keys.join()} FROM ${name} ORDER BY ${keys.map((key) => `${key} DESC`).join()} LIMIT 1`,
      )
      .raw()
      .get() ?? [];
  sqlite.prepare('INSERT INTO saving_place VALUES (?, ?, ?, ?, ?)').run(name, ...least, e0, e1);
}

/** Copies so many rows behind the place that is noted, inside a commit; returns whether there are more. */
export function copySlicedRows(
  sqlite: Sqlite.Database,
  { name, keys, into, from }: SlicedTable,
  copy: string,
  rows: number,
): boolean {
  const noted = sqlite
    .prepare<[string], unknown[]>('SELECT k0, k1, e0, e1 FROM saving_place WHERE name = ?')
    .raw()
    .get(name);
  const [k0, k1, e0, e1] = noted ?? [];
  // The table was empty, or all of it is copied.
  if (e0 === null || Buffer.isBuffer(k0)) return false;
  const place = [k0, k1].slice(0, keys.length);
  const end = [e0, e1].slice(0, keys.length);
  const list = keys.join();
  const marks = keys.map(() => '?').join();
  const range = `(${list}) > (${marks}) AND (${list}) <= (${marks})`;
  const last = sqlite
    .prepare<unknown[], unknown[]>(
      `SELECT ${list} FROM ${name} WHERE ${range} ORDER BY ${list} LIMIT 1 OFFSET ? + 0`,
    )
    .raw()
    .get(...place, ...end, rows - 1);
  sqlite
    .prepare(
      `INSERT INTO ${copy} (${into}) SELECT ${from} FROM ${name} WHERE ${range}
      AND (${list}) NOT IN (SELECT ${list} FROM ${skippedOf(name)}) ORDER BY ${list}`,
    )
    .run(...place, ...(last ?? end));
  // A blob is greater than every number and every text.
  const [next0, next1 = null] = last ?? [Buffer.of(), Buffer.of()];
  sqlite.prepare('UPDATE saving_place SET k0 = ?, k1 = ? WHERE name = ?').run(next0, next1, name);
  return last !== undefined;
}
