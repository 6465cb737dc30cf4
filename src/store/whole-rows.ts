import { Column, getTableColumns, is, Placeholder, type Query, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Runs a Drizzle SELECT of whole rows with a faster mapping. Drizzle itself looks up the column type of every
 * value, which takes longer than SQLite takes to read the rows.
 */
export function wholeRows<Table extends SQLiteTable>(
  { $client }: Orm,
  table: Table,
  select: { toSQL(): Query },
): { all(values: Values): Table['$inferSelect'][]; get(values: Values): Table['$inferSelect'] | undefined } {
  const { sql, params } = select.toSQL();
  const statement = $client.prepare<unknown[], readonly unknown[]>(sql).raw();
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => ({
    name,
    decode: decoderOf(column),
  }));
  const binders = params.map(binderOf);
  const rowOf = (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, decode }, at) => {
      const value = values[at];
      row[name] = decode === undefined || value === null ? value : decode(value);
    });
    // The loop above sets every column of the table.
    return row as Table['$inferSelect'];
  };
  const bound = (values: Values) => binders.map((bind) => bind(values));
  return {
    all: (values) => statement.all(bound(values)).map(rowOf),
    get: (values) => {
      const found = statement.get(bound(values));
      return found && rowOf(found);
    },
  };
}

/** All rows that match a condition. */
export function rowsWhere<Table extends SQLiteTable>(orm: Orm, table: Table, condition: SQL | undefined) {
  return wholeRows(orm, table, orm.select().from<SQLiteTable>(table).where(condition));
}

/** Undefined if SQLite's values need no conversion. */
function decoderOf(column: SQLiteColumn): ((value: unknown) => unknown) | undefined {
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined;
  return (value) => column.mapFromDriverValue(value);
}

function binderOf(parameter: unknown): (values: Values) => unknown {
  return is(parameter, Placeholder) ? (values) => values[parameter.name] : () => parameter;
}
