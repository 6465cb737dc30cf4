import { type SQL, sql } from 'drizzle-orm';
import { truthfulTampering } from '../settings/delivery.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { callbackAttempts, callbacks } from './schema-records.ts';
import { bound } from './statements.ts';

/** For each outcome, the newest of a payment's callbacks that has it. */
export interface Standing {
  /** The merchant answered a forged message of it with 2xx, one that it must refuse. */
  readonly forged: number | null;
  readonly delivered: number | null;
  readonly held: number | null;
  /** Tried at least once, and due again. */
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
  const accepted =
    sql`EXISTS (SELECT 1 FROM ${callbackAttempts} WHERE ${callbackAttempts.callbackId} = ${callbacks.id}
    AND ${callbackAttempts.forgery} IS NOT NULL AND ${callbackAttempts.forgery} <> ${truthfulTampering}
    AND ${callbackAttempts.answerStatus} BETWEEN 200 AND 299)`.inlineParams();
  const statements = lazy({
    ofMany: () =>
      orm
        .select({
          transactionId: callbacks.transactionId,
          forged: newestWith(accepted),
          delivered: hasStatus('delivered'),
          held: hasStatus('held'),
          retried: newestWith(
            sql`${callbacks.status} = 'pending' AND ${callbacks.tries} > 0 AND ${isGenuine}`,
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
