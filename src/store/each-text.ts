import { type SQL, type Subquery, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** One text of a stored list. */
export const eachText = sql<string>`each.value`;

/**
 * The rows of a query, once for each text in a column's list. Drizzle has no table-valued functions. A row
 * that something else has damaged has no texts.
 */
export function withEachText(rows: Subquery, texts: SQLiteColumn): SQL {
  return sql`${rows}, json_each(CASE WHEN json_valid(${texts}) THEN ${texts} ELSE '[]' END) AS each`;
}
