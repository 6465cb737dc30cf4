import { asc, gt, sql, sum } from 'drizzle-orm';
import type { Database } from './database.ts';
import { callbackAttempts } from './schema-records.ts';
import { boundLimit, literal } from './statements.ts';

export type KeptAnswerStore = ReturnType<typeof keptAnswerStore>;

/**
 * The large answers of merchants to attempts. Small ones do not count, because they take no more space than
 * the attempts. An attempt with a status but without a body has lost its body here.
 */
export function keptAnswerStore({ orm }: Database) {
  const { callbackId, number, answerBody, answerHeaders, at } = callbackAttempts;
  // As in the partial index, so that SQLite reads only the index.
  const size = sql`length(${answerBody}) + length(${answerHeaders})`;
  const isLarge = literal(gt(size, 4096));
  const all = orm
    .select({ bytes: sum(size).mapWith(Number) })
    .from(callbackAttempts)
    .where(isLarge)
    .prepare();
  const oldest = orm
    .select({ callbackId, number })
    .from(callbackAttempts)
    .where(isLarge)
    .orderBy(asc(at))
    .limit(boundLimit());
  const drop = orm
    .update(callbackAttempts)
    .set({
      answerBody: null,
      // Drizzle has no conditional values.
      answerHeaders: sql`CASE WHEN length(${answerHeaders}) <= 2048 THEN ${answerHeaders} END`,
    })
    // Drizzle compares single columns only.
    .where(sql`(${callbackId}, ${number}) IN ${oldest}`)
    .prepare();
  return {
    bytes: (): number => all.get()?.bytes ?? 0,
    /** Deletes the bodies of the oldest large answers, at most `limit`. Call it inside a commit. */
    dropOldest: (limit: number): void => {
      drop.run({ limit });
    },
  };
}
