import type Sqlite from 'better-sqlite3';
import { allTables } from './tables.ts';

/** Columns that can take up many pages. */
const long: Readonly<Record<string, string>> = {
  requests: 'octet_length(body) + octet_length(answer)',
  callback_attempts: 'octet_length(answer_body)',
};

/**
 * Whether the tables of the state, or copies of them, weigh at most this many rows. Each 4 KiB of long values
 * counts as a row. Reads only a few rows more than that, so it is fast even with a million.
 */
export function isLight(sqlite: Sqlite.Database, most: number, nameOf = (table: string) => table): boolean {
  let left = most;
  for (const table of allTables) {
    const bytes = long[table] ?? '0';
    const weight = `SELECT count(*) + coalesce(sum(bytes), 0) / 4096 FROM (SELECT ${bytes} AS bytes FROM ${nameOf(table)} LIMIT ? + 0)`;
    left -= Number(
      sqlite
        .prepare(weight)
        .pluck()
        .get(left + 1),
    );
    if (left < 0) return false;
  }
  return true;
}
