import { asc, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { checkouts, otps } from './schema.ts';
import { callbacks } from './schema-records.ts';

export type DueStore = ReturnType<typeof dueStore>;

/** What ends or is tried next, each kind by its own index, the soonest first. */
export function dueStore({ orm }: Database) {
  const limit = sql.placeholder('limit');
  const codes = orm
    .select({ at: otps.expiresAt, mobileNumber: otps.mobileNumber })
    .from(otps)
    // Spelled as in the partial indexes, here and below, so that SQLite uses them.
    .where(sql`status = 'active'`)
    .orderBy(asc(otps.expiresAt))
    .limit(limit)
    .prepare();
  const sessions = orm
    .select({ at: checkouts.expiresAt, transactionId: checkouts.transactionId })
    .from(checkouts)
    .where(sql`open = 1`)
    .orderBy(asc(checkouts.expiresAt))
    .limit(limit)
    .prepare();
  const attempts = orm
    .select({ at: callbacks.nextAttemptAt, id: callbacks.id })
    .from(callbacks)
    .where(sql`status = 'pending'`)
    .orderBy(asc(callbacks.nextAttemptAt), asc(callbacks.id))
    .limit(limit)
    .prepare();
  return {
    codes: (most: number) => codes.all({ limit: most }),
    checkouts: (most: number) => sessions.all({ limit: most }),
    callbacks: (most: number) => attempts.all({ limit: most }),
  };
}
