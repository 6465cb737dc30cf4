import type Sqlite from 'better-sqlite3';
import { and, Column, desc, getTableColumns, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';

/**
 * An INSERT of whole rows, prepared once. Drizzle writes the SQL; the values are bound here, for at each run it would look for
 * placeholders among them, which is a twentieth of a verify. With `orIgnore`, a row that breaks a UNIQUE index is not inserted. With `withId`,
 * the row brings an id of its own.
 */
export function insertInto<Table extends SQLiteTable>(
  orm: Orm,
  table: Table,
  { orIgnore = false, withId = false }: { readonly orIgnore?: boolean; readonly withId?: boolean } = {},
): (row: NewRow<Table>) => Sqlite.RunResult {
  const given = Object.entries(getTableColumns(table)).filter(
    // Without the number that SQLite gives.
    ([, { primary, hasDefault }]) => withId || !(primary && hasDefault),
  );
  // The keys are the table's own columns.
  const places = Object.fromEntries(
    given.map(([name]) => [name, sql.placeholder(name)]),
  ) as unknown as Table['$inferInsert'];
  const insert = orm.insert(table).values(places);
  const statement = orm.$client.prepare((orIgnore ? insert.onConflictDoNothing() : insert).toSQL().sql);
  const values = given.map(([name, column]) => takerOf(name, column));
  return (row) => statement.run(values.map((value) => value(row)));
}

/** What takes a column's value out of a row, as SQLite holds it. */
function takerOf(name: string, column: SQLiteColumn): (row: Readonly<Record<string, unknown>>) => unknown {
  if (column.mapToDriverValue === Column.prototype.mapToDriverValue) return (row) => row[name];
  return (row) => (row[name] === null ? null : column.mapToDriverValue(row[name]));
}

/** A row to insert, every column named but an `id` that SQLite numbers. */
export type NewRow<Table extends SQLiteTable> = Table['$inferInsert'] extends { id: unknown }
  ? Required<Table['$inferInsert']>
  : Omit<Required<Table['$inferInsert']>, 'id'>;

/**
 * As many rows as the caller says. Where a LIMIT is a bound value and nothing else, SQLite plans the statement anew for each value: that takes
 * longer than to read what was asked for.
 */
export const limit = sql`${sql.placeholder('limit')} + 0`;
/** The same for Drizzle's queries, whose types know no expression there. */
export const limitGiven = limit as unknown as Placeholder<'limit'>;

/** So many rows, by a number that stands in the statement: Drizzle would bind it. */
export function limitedTo(rows: number): Placeholder {
  return sql.raw(String(rows)) as unknown as Placeholder;
}

/** A page of a list, newest first: rows with an id below the cursor. */
export interface PageRequest {
  readonly before: number;
  readonly limit: number;
}

export const firstPage: PageRequest = { before: Number.MAX_SAFE_INTEGER, limit: 50 };

type Numbered = SQLiteTable & { readonly id: SQLiteColumn };

/**
 * A list of a table's rows, newest first, filtered by any of the columns. Each combination of filters is one statement, prepared
 * when it is first asked for. The first of `columns` that is asked for leads, by its index; the rest are written so that no other
 * index tempts SQLite into sorting, so the most selective come first.
 */
export function filtered<Table extends Numbered, Column extends string>(
  orm: Orm,
  table: Table,
  columns: Readonly<Record<Column, SQLiteColumn | SQL>>,
) {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  // Object.keys loses the keys' type.
  const known = Object.keys(columns) as Column[];

  function prepare(names: readonly Column[]) {
    const conditions = names.map((name, place): SQL => {
      const column = columns[name];
      return place === 0
        ? sql`${column} = ${sql.placeholder(name)}`
        : sql`+(${column}) = ${sql.placeholder(name)}`;
    });
    return orm
      .select()
      .from(table as SQLiteTable)
      .where(and(lt(table.id, sql.placeholder('before')), ...conditions))
      .orderBy(desc(table.id))
      .limit(limitGiven)
      .prepare();
  }

  return (filter: { readonly [Name in Column]?: string | number | undefined }, page: PageRequest) => {
    const names = known.filter((name) => filter[name] !== undefined);
    const key = names.join();
    const statement = prepared.get(key) ?? prepare(names);
    prepared.set(key, statement);
    // Drizzle cannot follow the generic table to its rows.
    return statement.all({ ...filter, ...page }) as Table['$inferSelect'][];
  };
}
