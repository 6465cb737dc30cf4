import { type SQL, sql } from 'drizzle-orm';
import { hasAttempt, isAcceptedForgery, isGenuineAndEnded } from './attempt-kinds.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { callbacks } from './schema-records.ts';
import { bound } from './statements.ts';

/** For each outcome, the newest of a payment's callbacks that has it. */
export interface Standing {
  /** The merchant answered a forged message of it with 2xx, one that it must refuse. */
  readonly forged: number | null;
  readonly delivered: number | null;
  readonly held: number | null;
  /** An attempt has ended, and another follows. */
  readonly retried: number | null;
  readonly due: number | null;
  readonly exhausted: number | null;
  readonly dropped: number | null;
}

/** The standing of each payment that has a callback, by payment id. */
export function standings({ orm }: Database): (transactionIds: readonly number[]) => Map<number, Standing> {
  // Drizzle has no CASE, and no conditions as values.
  const newestWith = (condition: SQL) =>
    sql<number | null>`max(CASE WHEN ${condition} THEN ${callbacks.id} END)`;
  const isGenuine = sql`${callbacks.tamper} IS NULL`;
  const hasStatus = (status: string) =>
    newestWith(sql`${callbacks.status} = ${status} AND ${isGenuine}`.inlineParams());
  const statements = lazy({
    ofMany: () =>
      orm
        .select({
          transactionId: callbacks.transactionId,
          forged: newestWith(hasAttempt(callbacks.id, isAcceptedForgery)),
          delivered: hasStatus('delivered'),
          held: hasStatus('held'),
          retried: newestWith(
            sql`${callbacks.status} = 'pending' AND ${isGenuine} AND ${hasAttempt(callbacks.id, isGenuineAndEnded)}`,
          ),
          due: hasStatus('pending'),
          exhausted: hasStatus('exhausted'),
          dropped: hasStatus('dropped'),
        })
        .from(callbacks)
        // One statement for lists of any length: Drizzle has no table-valued functions.
        .where(sql`${callbacks.transactionId} IN (SELECT value FROM json_each(${bound('ids')}))`)
        .groupBy(callbacks.transactionId)
        .prepare(),
  });
  return (ids) =>
    new Map(
      statements.ofMany
        .all({ ids: JSON.stringify(ids) })
        .map(({ transactionId, ...standing }) => [transactionId, standing]),
    );
}
