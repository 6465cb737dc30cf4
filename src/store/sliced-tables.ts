import type Sqlite from 'better-sqlite3';
import { columnsOf, keyColumns } from './table-columns.ts';
import { allTables } from './tables.ts';

/** A table that is copied in slices, ordered by its key. */
export interface SlicedTable {
  readonly name: string;
  readonly keys: readonly string[];
  /** A key that sorts before all others. */
  readonly least: readonly unknown[];
  /** Columns of the copy, and the expressions that fill them. */
  readonly into: string;
  readonly from: string;
}

/** Tables that stay small and are copied at once. */
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
    // Numeric ids become rowids, so that files of equal states have their lines in the same order.
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

/** Holds the keys to skip when copying: those of new rows, and of rows that a trigger has copied. */
export function skippedOf(table: string): string {
  return `saving_skipped_${table}`;
}

/** Records where copying starts and ends. Without an end, it might never catch up with new rows. */
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

/**
 * Returns a function that copies the next rows after the recorded place, inside a commit, and says whether any
 * are left. It prepares its statements once: a new one for each slice would be garbage that takes 200 ms to
 * collect after a million rows.
 */
export function slicedCopy(
  sqlite: Sqlite.Database,
  { name, keys, into, from }: SlicedTable,
  copy: string,
): (rows: number) => boolean {
  const list = keys.join();
  const marks = keys.map(() => '?').join();
  const range = `(${list}) > (${marks}) AND (${list}) <= (${marks})`;
  const noted = sqlite
    .prepare<[string], unknown[]>('SELECT k0, k1, e0, e1 FROM saving_place WHERE name = ?')
    .raw();
  const lastOf = sqlite
    .prepare<unknown[], unknown[]>(
      `SELECT ${list} FROM ${name} WHERE ${range} ORDER BY ${list} LIMIT 1 OFFSET ? + 0`,
    )
    .raw();
  const insert = sqlite.prepare(
    `INSERT INTO ${copy} (${into}) SELECT ${from} FROM ${name} WHERE ${range}
    AND (${list}) NOT IN (SELECT ${list} FROM ${skippedOf(name)}) ORDER BY ${list}`,
  );
  const note = sqlite.prepare('UPDATE saving_place SET k0 = ?, k1 = ? WHERE name = ?');
  return (rows) => {
    const [k0, k1, e0, e1] = noted.get(name) ?? [];
    // The table was empty, or all of it has been copied.
    if (e0 === null || Buffer.isBuffer(k0)) return false;
    const place = [k0, k1].slice(0, keys.length);
    const end = [e0, e1].slice(0, keys.length);
    const last = lastOf.get(...place, ...end, rows - 1);
    insert.run(...place, ...(last ?? end));
    // Marks the end: a blob sorts after all numbers and texts.
    const [next0, next1 = null] = last ?? [Buffer.of(), Buffer.of()];
    note.run(next0, next1, name);
    return last !== undefined;
  };
}
