import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { verifications } from './schema.ts';
import { bound } from './statements.ts';

/** The transaction ids of these processes, by process. Processes without a transaction are left out. */
export function transactionIds({
  orm,
}: Database): (processIds: readonly string[]) => ReadonlyMap<string, number> {
  const { processId, transactionId } = verifications;
  const statements = lazy({
    ofMany: () =>
      orm
        .select({ processId, transactionId })
        .from(verifications)
        // JSON, because Drizzle can't bind a list, and one statement should serve lists of any length.
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
