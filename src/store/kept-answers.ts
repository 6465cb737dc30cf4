import { asc, gt, sql, sum } from 'drizzle-orm';
import type { Database } from './database.ts';
import { callbackAttempts } from './schema-records.ts';
import { boundLimit, literal } from './statements.ts';

export type KeptAnswerStore = ReturnType<typeof keptAnswerStore>;

/**
 * The large answers that merchants gave to attempts. Small ones are not counted: they take no more than the attempts themselves. An
 * attempt with a status and without a body has lost it here.
 */
export function keptAnswerStore({ orm }: Database) {
  const { callbackId, number, answerBody, answerHeaders, at } = callbackAttempts;
  // As in the partial index, so that SQLite reads the index alone.
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
      // Drizzle has no conditions within values.
      answerHeaders: sql`CASE WHEN length(${answerHeaders}) <= 2048 THEN ${answerHeaders} END`,
    })
    // Drizzle compares single columns only.
    .where(sql`(${callbackId}, ${number}) IN ${oldest}`)
    .prepare();
  return {
    bytes: (): number => all.get()?.bytes ?? 0,
    /** Drops the bodies of the oldest large answers, at most so many. Inside a commit. */
    dropOldest: (limit: number): void => {
      drop.run({ limit });
    },
  };
}
