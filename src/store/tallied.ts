import { and, count, desc, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Orm } from './database.ts';
import { boundLimit, conditionsOf, type FilterColumns, type Numbered } from './statements.ts';
import { untilChanged } from './until-changed.ts';

/** Only the newest rows are counted, so that a page with counts takes as long over a full table as over an empty one. */
export const mostCounted = 500;

/** How many of the newest rows that match a filter have each value. */
export type Tally = ReadonlyMap<string, number>;

/** Counts the newest rows that match a filter by one value. The columns are as for `filtered`. */
export function tallied<Column extends string>(
  orm: Orm,
  table: Numbered,
  columns: FilterColumns<Column>,
  by: SQLiteColumn | SQL,
): (filter: { readonly [Name in Column]?: string | number | undefined }) => Tally {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const kept = untilChanged<Tally>(orm);

  // Object.keys loses the keys' type.
  const known = Object.keys(columns) as Column[];

  function prepare(names: readonly Column[]) {
    const newest = orm
      .select({ value: sql<string | number>`${by}`.as('value') })
      .from<SQLiteTable>(table)
      .where(and(...conditionsOf(columns, names)))
      .orderBy(desc(table.id))
      .limit(boundLimit())
      .as('newest');
    return orm.select({ value: newest.value, count: count() }).from(newest).groupBy(sql`value`).prepare();
  }

  return (filter) => {
    const names = known.filter((name) => filter[name] !== undefined);
    const key = names.join();
    const statement = prepared.get(key) ?? prepare(names);
    prepared.set(key, statement);
    return kept(JSON.stringify(filter), () => {
      const rows = statement.all({ ...filter, limit: mostCounted });
      return new Map(rows.map((row) => [String(row.value), row.count]));
    });
  };
}
