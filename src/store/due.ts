import { asc, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { checkouts, otps } from './schema.ts';

export type DueStore = ReturnType<typeof dueStore>;

/** What ends next, each kind by its own index, the soonest first. */
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
  return {
    codes: (most: number) => codes.all({ limit: most }),
    checkouts: (most: number) => sessions.all({ limit: most }),
  };
}
