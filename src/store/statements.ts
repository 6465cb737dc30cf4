import type Sqlite from 'better-sqlite3';
import { and, Column, desc, eq, getTableColumns, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';
import { wholeRows } from './whole-rows.ts';

/**
 * An INSERT of whole rows, the only statement that Drizzle builds but does not prepare: it would search the
 * values for placeholders on every run, which costs a twentieth of a verify. With `orIgnore`, a row that
 * violates a UNIQUE index is not inserted. With `withId`, the row includes its id.
 */
export function insertInto<Table extends SQLiteTable>(
  orm: Orm,
  table: Table,
  { orIgnore = false, withId = false }: { readonly orIgnore?: boolean; readonly withId?: boolean } = {},
): (row: NewRow<Table>) => Sqlite.RunResult {
  const given = Object.entries(getTableColumns(table)).filter(
    // Without the id that SQLite assigns.
    ([, { primary, hasDefault }]) => withId || !(primary && hasDefault),
  );
  const places = Object.fromEntries(given.map(([name]) => [name, bound(name)]));
  const insert = orm.insert<SQLiteTable>(table).values(places);
  const statement = orm.$client.prepare((orIgnore ? insert.onConflictDoNothing() : insert).toSQL().sql);
  const values = given.map(([name, column]) => takerOf(name, column));
  return (row) => statement.run(values.map((value) => value(row)));
}

/** A function that reads a column's value from a row and converts it for SQLite. */
function takerOf(name: string, column: SQLiteColumn): (row: Readonly<Record<string, unknown>>) => unknown {
  if (column.mapToDriverValue === Column.prototype.mapToDriverValue) return (row) => row[name];
  return (row) => (row[name] === null ? null : column.mapToDriverValue(row[name]));
}

/** A row to insert: every column except an `id` that SQLite assigns. */
export type NewRow<Table extends SQLiteTable> = Table['$inferInsert'] extends { id: unknown }
  ? Required<Table['$inferInsert']>
  : Omit<Required<Table['$inferInsert']>, 'id'>;

/**
 * A value supplied on each run. It is an expression because Drizzle accepts those everywhere, but
 * placeholders not in `set`.
 */
export function bound(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/**
 * A number supplied on each run, written as an expression that SQLite ignores when planning. With partial
 * indexes, SQLite would plan a statement with a plain bound value again on each run, which takes longer than
 * the lookup.
 */
export function boundNumber(name: string): SQL {
  return sql`${bound(name)} + 0`;
}

/**
 * A LIMIT supplied on each run. SQLite plans a statement with a plain bound limit again on each run, which
 * takes longer than reading the rows, but not one with an expression. Drizzle's types require a placeholder,
 * and this looks like one.
 */
export function boundLimit(name = 'limit'): Placeholder {
  return { name, protected: undefined, getSQL: () => boundNumber(name) };
}

/**
 * A condition with constant values, which are written into the SQL text. If they were bound and the column
 * had a partial index, SQLite would plan the statement again on each run to see whether that index applies.
 */
export function literal(condition: SQL): SQL {
  return condition.inlineParams();
}

/** A value that SQLite must not look up in an index. A unary plus does that, and Drizzle has none. */
export function unindexed(value: SQLiteColumn | SQL): SQL {
  return sql`+(${value})`;
}

/** The rows of one account, or of all when `accountId` is null. Drizzle has no `coalesce`. */
export function ofAccountOrAll(column: SQLiteColumn): SQL {
  return eq(column, sql`coalesce(${bound('accountId')}, ${column})`);
}

/** The same for a column of a subquery, and for accounts that may be null. */
export function isOfAccount(column: SQLiteColumn | SQL): SQL {
  return sql`(${bound('accountId')} IS NULL OR ${column} = ${bound('accountId')})`;
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

export type Numbered = SQLiteTable & { readonly id: SQLiteColumn };
export type FilterColumns<Column extends string> = Readonly<Record<Column, SQLiteColumn | SQL>>;

/**
 * Lists a table's rows, newest first, filtered by any of the columns. Each combination of filters has one
 * statement, prepared on first use. The first given filter, in the order of `columns`, uses its index, so
 * list the most selective columns first. The other conditions cannot use an index, which keeps SQLite from
 * sorting.
 */
export function filtered<Table extends Numbered, Column extends string>(
  orm: Orm,
  table: Table,
  columns: FilterColumns<Column>,
) {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  // Object.keys loses the keys' type.
  const known = Object.keys(columns) as Column[];

  function prepare(names: readonly Column[]) {
    const select = orm
      .select()
      .from<SQLiteTable>(table)
      .where(and(lt(table.id, bound('before')), ...conditionsOf(columns, names)))
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

/** The first name uses its index. */
export function conditionsOf<Column extends string>(
  columns: FilterColumns<Column>,
  names: readonly Column[],
): SQL[] {
  return names.map((name, place) =>
    eq(place === 0 ? sql`${columns[name]}` : unindexed(columns[name]), bound(name)),
  );
}
