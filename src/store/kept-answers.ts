import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { callbackAttempts } from './schema-records.ts';

export type KeptAnswerStore = ReturnType<typeof keptAnswerStore>;

/**
 * The large answers that merchants gave to attempts. Small ones are not counted: they take no more than the attempts themselves. An
 * attempt with a status and without a body has lost it here.
 */
export function keptAnswerStore({ orm }: Database) {
  // Spelled as in the partial index, so that SQLite reads the index alone.
  const size = sql`length(answer_body) + length(answer_headers)`;
  const isLarge = sql`${size} > 4096`;
  const all = orm
    .select({ bytes: sql<number>`coalesce(sum(${size}), 0)` })
    .from(callbackAttempts)
    .where(isLarge)
    .prepare();
  const oldest = sql`SELECT callback_id, number FROM callback_attempts WHERE ${isLarge} ORDER BY at LIMIT ${sql.placeholder('limit')} + 0`;
  const drop = orm
    .update(callbackAttempts)
    .set({
      answerBody: null,
      answerHeaders: sql`CASE WHEN length(answer_headers) <= 2048 THEN answer_headers END`,
    })
    .where(sql`(callback_id, number) IN (${oldest})`)
    .prepare();
  return {
    bytes: (): number => all.get()?.bytes ?? 0,
    /** Drops the bodies of the oldest large answers, at most so many. Inside a commit. */
    dropOldest: (limit: number): void => {
      drop.run({ limit });
    },
  };
}
