import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { verifications } from './schema.ts';
import { bound } from './statements.ts';

/** The transactions of those among these processes that have one, by process. */
export function transactionIds({
  orm,
}: Database): (processIds: readonly string[]) => ReadonlyMap<string, number> {
  const { processId, transactionId } = verifications;
  const statements = lazy({
    ofMany: () =>
      orm
        .select({ processId, transactionId })
        .from(verifications)
        // One statement for a list of any length: Drizzle has no table of values.
        .where(sql`${processId} IN (SELECT value FROM json_each(${bound('processIds')}))`)
        .prepare(),
  });
  return (processIds) => {
    const rows = statements.ofMany.all({ processIds: JSON.stringify(processIds) });
    return new Map(
      rows.flatMap((row) => (row.transactionId === null ? [] : [[row.processId, row.transactionId]])),
    );
  };
}
