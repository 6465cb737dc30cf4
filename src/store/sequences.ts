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

/** The ids that tables have assigned, from SQLite's own counter, which is cheaper than max(). */
export function sequenceStore({ orm }: Database) {
  const lastGiven = orm
    .select({ id: sequences.seq })
    .from(sequences)
    .where(eq(sequences.name, bound('table')))
    .prepare();
  return {
    /** The last id that a table has assigned, including those of the open transaction. 0 if none. */
    last: (table: 'events' | 'requests' | 'otps' | 'transactions'): number =>
      lastGiven.get({ table })?.id ?? 0,
  };
}
