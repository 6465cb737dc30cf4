import { eq } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';
import { bound } from './statements.ts';

/** SQLite's own table. */
const sequences = sqliteTable('sqlite_sequence', {
  name: text('name').notNull(),
  seq: integer('seq').notNull(),
});

export type SequenceStore = ReturnType<typeof sequenceStore>;

/** The ids that tables have given, from SQLite's own count of them: a max() would cost each who asks more. */
export function sequenceStore({ orm }: Database) {
  const lastGiven = orm
    .select({ id: sequences.seq })
    .from(sequences)
    .where(eq(sequences.name, bound('table')))
    .prepare();
  return {
    /** The last id that a table has given, those of the open transaction included; 0 for none. */
    last: (table: 'events' | 'requests' | 'otps' | 'transactions'): number =>
      lastGiven.get({ table })?.id ?? 0,
  };
}
