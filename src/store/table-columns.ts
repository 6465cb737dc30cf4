import type Sqlite from 'better-sqlite3';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly dflt_value: string | null;
  /** The place in the primary key, from 1 on. */
  readonly pk: number;
}

export function columnInfo(sqlite: Sqlite.Database, table: string): ColumnInfo[] {
  // As the pragma names them.
  return sqlite.pragma(`table_info(${table})`) as ColumnInfo[];
}

/** A snapshot may be older than the newest columns: those are then as in a row that was there before them. */
export function columnsOf(sqlite: Sqlite.Database, table: string): string {
  return columnInfo(sqlite, table)
    .map(({ name }) => `"${name}"`)
    .join(', ');
}

/** The columns of the primary key in its order. */
export function keyColumns(sqlite: Sqlite.Database, table: string): ColumnInfo[] {
  return columnInfo(sqlite, table)
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk);
}
