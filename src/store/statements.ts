import { and, desc, getTableColumns, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';

type Placeholders<Table extends SQLiteTable> = { [Column in keyof Table['$inferInsert']]-?: Placeholder };

/** A placeholder for every column of a table, named as the column, for an INSERT that is prepared once. */
export function valuesOf<Table extends SQLiteTable>(table: Table): Placeholders<Table> {
  const names = Object.keys(getTableColumns(table));
  // The keys are the table's own columns.
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Placeholders<Table>;
}

/** A row to insert, every column named but the `id`, which SQLite numbers. */
export type NewRow<Table extends SQLiteTable> = Omit<Required<Table['$inferInsert']>, 'id'>;

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
      .limit(sql.placeholder('limit'))
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
