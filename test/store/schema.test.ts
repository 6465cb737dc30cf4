import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as payments from '../../src/store/schema.ts';
import * as records from '../../src/store/schema-records.ts';
import { openStore } from '../../src/store/store.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const tables = Object.values({ ...payments, ...records })
  .filter((each) => is(each, SQLiteTable))
  .map((table) => getTableConfig(table));

/** The result of the migrations: each table's columns, and its unique columns. */
let made: ReadonlyMap<
  string,
  { readonly columns: readonly ColumnInfo[]; readonly unique: readonly string[] }
>;

const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-schema-'));

beforeAll(() => {
  made = readMade(join(folder, 'sandbox.db'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The schema of drizzle is what the migrations make', () => {
  it('has the same tables', () => {
    expect(tables.map(({ name }) => name).sort()).toEqual([...made.keys()].sort());
  });

  it.each(tables.map((table) => [table.name, table] as const))('%s has the same columns', (name, table) => {
    const ofDrizzle = table.columns.map((column) => [
      column.name,
      column.getSQLType().toUpperCase(),
      column.notNull,
    ]);
    const ofSqlite = made.get(name)?.columns.map((column) => [
      column.name,
      column.type,
      // SQLite calls a rowid table's key nullable, but STRICT forbids null.
      column.notnull === 1 || column.pk > 0,
    ]);
    expect(ofSqlite).toEqual(ofDrizzle);
  });

  it.each(tables.map((table) => [table.name, table] as const))('%s has the same keys', (name, table) => {
    const composite = table.primaryKeys.flatMap(({ columns }) => columns.map((column) => column.name));
    const single = table.columns.filter(({ primary }) => primary).map((column) => column.name);
    const keys = (made.get(name)?.columns ?? []).filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    expect(keys.map((column) => column.name)).toEqual([...single, ...composite]);
    const unique = table.columns.filter(({ isUnique }) => isUnique).map((column) => column.name);
    expect(made.get(name)?.unique).toEqual(unique);
  });
});

function readMade(file: string) {
  openStore(file).close();
  const sqlite = new Sqlite(file, { readonly: true });
  const names = sqlite
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  // A pragma's rows have the columns that SQLite documents.
  const rows = <Row>(text: string) => sqlite.pragma(text) as Row[];
  const uniqueOf = (table: string) =>
    rows<{ name: string; origin: string }>(`index_list(${table})`)
      .filter(({ origin }) => origin === 'u')
      .map(({ name }) => rows<{ name: string }>(`index_info(${name})`))
      .filter((columns) => columns.length === 1)
      .flatMap((columns) => columns.map(({ name }) => name));
  const all = names.map(
    ({ name }) =>
      [name, { columns: rows<ColumnInfo>(`table_info(${name})`), unique: uniqueOf(name) }] as const,
  );
  sqlite.close();
  return new Map(all);
}
