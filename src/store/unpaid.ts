import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { verifications } from './schema.ts';
import { bound, boundLimit, isOfAccount, literal } from './statements.ts';

/**
 * Open verifications of an account without a transaction, newest first. `accountId` null means all accounts.
 * Reads only the newest `among` verifications, since process ids increase with time.
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
    .where(
      and(literal(eq(newest.status, 'open')), isNull(newest.transactionId), isOfAccount(newest.accountId)),
    )
    .limit(boundLimit());
}
