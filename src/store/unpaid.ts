import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { verifications } from './schema.ts';
import { bound, boundLimit, literal } from './statements.ts';

/** Open verifications without a transaction, newest first; only the newest `among` verifications are read. Process ids rise with time. */
export function newestUnpaid(orm: Orm) {
  const newest = orm
    .select()
    .from(verifications)
    .where(lt(verifications.processId, bound('before')))
    .orderBy(desc(verifications.processId))
    .limit(boundLimit('among'))
    .as('newest');
  return orm
    .select()
    .from(newest)
    .where(and(literal(eq(newest.status, 'open')), isNull(newest.transactionId)))
    .limit(boundLimit());
}
