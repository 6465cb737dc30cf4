import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { verifications } from './schema.ts';
import { bound, boundLimit, literal } from './statements.ts';

/**
 * Open verifications without a transaction, newest first. Reads only the newest `among` verifications, since
 * process ids increase with time.
 */
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
