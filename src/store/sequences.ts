import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

export type SequenceStore = ReturnType<typeof sequenceStore>;

/** The ids that tables have given, from SQLite's own count of them: a max() would cost each who asks more. */
export function sequenceStore({ orm }: Database) {
  const lastGiven = orm
    .select({ id: sql<number>`seq` })
    .from(sql`sqlite_sequence`)
    .where(sql`name = ${sql.placeholder('table')}`)
    .prepare();
  return {
    /** The last id that a table has given, those of the open transaction included; 0 for none. */
    last: (table: 'events' | 'requests' | 'otps' | 'transactions'): number =>
      lastGiven.get({ table })?.id ?? 0,
  };
}
