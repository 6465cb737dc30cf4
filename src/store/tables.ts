import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Every table of the state, children before the rows that they refer to. Excludes snapshots. */
export const allTables: readonly string[] = [
  'callback_attempts',
  'callbacks',
  'otps',
  'verifications',
  'checkouts',
  'transactions',
  'events',
  'requests',
  'facts',
  'faults',
  'whitelist_entries',
  'access_tokens',
  'accounts',
];

/** Deletes every row of the state. Event ids continue; all others start again. */
export function clearTables(database: Database): void {
  const { orm } = database;
  database.invalidate();
  for (const table of allTables) orm.run(sql.raw(`DELETE FROM ${table}`));
  orm.run(sql.raw(`DELETE FROM sqlite_sequence WHERE name NOT IN ('events', 'snapshots')`));
  orm.run(sql.raw(`INSERT INTO sqlite_sequence (name, seq) VALUES ('transactions', 100000)`));
}
