import { sql } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { limitedTo } from './statements.ts';
import { whenAsked } from './when-asked.ts';

/** So many refusals with one code, or so many requests with one note of the lint. */
export interface Counted {
  /** The code, or the note; null for a refusal without a code. */
  readonly what: string | null;
  /** The HTTP status of a refusal; null for notes. */
  readonly status: number | null;
  readonly count: number;
}

/** A sandbox under load logs faster than anybody reads: only so many of its newest requests are looked at. */
export const digestedRequests = 5000;

const newest = sql`(SELECT at, status, code, lint FROM requests ORDER BY id DESC LIMIT ${sql.raw(String(digestedRequests))})`;
const since = sql`at >= ${sql.placeholder('since')}`;

/** What the newest requests have in common, the most frequent first. */
export function requestDigest(orm: Orm) {
  const count = sql<number>`count(*)`;
  const statements = whenAsked({
    refusals: () =>
      orm
        .select({ what: sql<string | null>`code`, status: sql<number>`status`, count })
        .from(newest)
        .where(sql`${since} AND status >= 400`)
        .groupBy(sql`code, status`)
        .orderBy(sql`count(*) DESC, code, status`)
        .limit(limitedTo(30))
        .prepare(),
    notes: () =>
      orm
        .select({ what: sql<string>`note.value`, status: sql<null>`NULL`, count })
        // A row that something else has damaged has no notes.
        .from(
          sql`${newest} AS logged, json_each(CASE WHEN json_valid(logged.lint) THEN logged.lint ELSE '[]' END) AS note`,
        )
        .where(since)
        .groupBy(sql`note.value`)
        .orderBy(sql`count(*) DESC, note.value`)
        .limit(limitedTo(30))
        .prepare(),
  });
  return {
    refusalsSince: (at: number): Counted[] => statements.refusals.all({ since: at }),
    lintSince: (at: number): Counted[] => statements.notes.all({ since: at }),
  };
}
