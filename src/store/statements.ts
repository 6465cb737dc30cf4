import type Sqlite from 'better-sqlite3';
import { and, Column, desc, eq, getTableColumns, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';
import { wholeRows } from './whole-rows.ts';

/**
 * An INSERT of whole rows, the one statement that Drizzle writes but does not prepare: it would search the values for placeholders at each run,
 * which costs a twentieth of a verify. With `orIgnore`, a row that breaks a UNIQUE index is not inserted. With `withId`, the row brings its id.
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
  const places = Object.fromEntries(given.map(([name]) => [name, bound(name)]));
  const insert = orm.insert<SQLiteTable>(table).values(places);
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

/** A value that each run of a statement brings. An expression, because Drizzle takes those in every place, and placeholders not in `set`. */
export function bound(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/**
 * A number that each run brings, as an expression: SQLite does not look at it when it plans. Where a table has partial indexes, it plans a
 * statement with a plain bound value again at each run, which takes longer than the lookup.
 */
export function boundNumber(name: string): SQL {
  return sql`${bound(name)} + 0`;
}

/**
 * A LIMIT that each run brings. Drizzle's own are bound values and nothing else; SQLite plans such a statement again whenever one is bound, which
 * takes longer than reading the rows. It does not do so for an expression. Drizzle's types ask for a placeholder: this has the form of one.
 */
export function boundLimit(name = 'limit'): Placeholder {
  return { name, protected: undefined, getSQL: () => boundNumber(name) };
}

/**
 * A condition whose values never change, which are written into the text. Were they bound, and one of the column's indexes partial, SQLite would
 * look at them to see whether it can use that index, and plan the statement again at each run.
 */
export function literal(condition: SQL): SQL {
  return condition.inlineParams();
}

/** A value that SQLite must not look up in an index: a unary plus says so, and Drizzle has none. */
export function unindexed(value: SQLiteColumn | SQL): SQL {
  return sql`+(${value})`;
}

/** The rows of one account, or of all when the run brings null. Drizzle has no `coalesce`. */
export function ofAccountOrAll(column: SQLiteColumn): SQL {
  return eq(column, sql`coalesce(${bound('accountId')}, ${column})`);
}

/** For `set`. Drizzle has no arithmetic. */
export function plus(column: SQLiteColumn, by: number | SQL = 1): SQL {
  return sql`${column} + ${by}`.inlineParams();
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
    const conditions = names.map((name, place) =>
      eq(place === 0 ? sql`${columns[name]}` : unindexed(columns[name]), bound(name)),
    );
    const select = orm
      .select()
      .from<SQLiteTable>(table)
      .where(and(lt(table.id, bound('before')), ...conditions))
      .orderBy(desc(table.id))
      .limit(boundLimit());
    return wholeRows(orm, table, select);
  }

  return (filter: { readonly [Name in Column]?: string | number | undefined }, page: PageRequest) => {
    const names = known.filter((name) => filter[name] !== undefined);
    const key = names.join();
    const statement = prepared.get(key) ?? prepare(names);
    prepared.set(key, statement);
    return statement.all({ ...filter, ...page });
  };
}
