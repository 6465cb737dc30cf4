import type Sqlite from 'better-sqlite3';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly dflt_value: string | null;
  /** Position in the primary key, starting at 1. */
  readonly pk: number;
}

export function columnInfo(sqlite: Sqlite.Database, table: string): ColumnInfo[] {
  // The columns that the pragma returns.
  return sqlite.pragma(`table_info(${table})`) as ColumnInfo[];
}

/** Lists the columns by name, because an older snapshot may lack some. Those get their defaults. */
export function columnsOf(sqlite: Sqlite.Database, table: string): string {
  return columnInfo(sqlite, table)
    .map(({ name }) => `"${name}"`)
    .join(', ');
}

/** The columns of the primary key, in order. */
export function keyColumns(sqlite: Sqlite.Database, table: string): ColumnInfo[] {
  return columnInfo(sqlite, table)
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk);
}
