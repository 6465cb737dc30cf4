import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Slices } from './slices.ts';
import type { StagedStore } from './staged.ts';
import { allTables } from './tables.ts';
import { isLight } from './weight.ts';

/** Deletes all rows of the state, inside a commit. Event ids continue; all others start over. */
export function clearTables(database: Database, { weightAtOnce }: Slices, staged: StagedStore): void {
  const { orm } = database;
  if (isLight(orm.$client, weightAtOnce)) {
    database.invalidate();
    for (const table of allTables) orm.run(sql.raw(`DELETE FROM ${table}`));
  } else staged.exchangeEmpty();
  orm.run(sql.raw(`DELETE FROM sqlite_sequence WHERE name NOT IN ('events', 'snapshots')`));
  orm.run(sql.raw(`INSERT INTO sqlite_sequence (name, seq) VALUES ('transactions', 100000)`));
}
