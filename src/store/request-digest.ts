import { sql } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { limitedTo } from './statements.ts';
import { storedTexts } from './stored-json.ts';
import type { StrangerRow, Strangers } from './strangers.ts';

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
export function requestDigest(orm: Orm, strangers: Strangers) {
  const count = sql<number>`count(*)`;
  const statements = lazy({
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
  const strangersSince = (at: number) => strangers.all().filter((row) => row.at >= at);
  return {
    refusalsSince: (at: number): Counted[] =>
      together(statements.refusals.all({ since: at }), strangersSince(at).map(refusalOf)),
    lintSince: (at: number): Counted[] =>
      together(statements.notes.all({ since: at }), strangersSince(at).flatMap(notesOf)),
  };
}

function refusalOf({ code, status }: StrangerRow): Counted {
  return { what: code, status, count: 1 };
}

function notesOf({ lint }: StrangerRow): Counted[] {
  return storedTexts(lint).map((what) => ({ what, status: null, count: 1 }));
}

/** Adds the counts of strangers to those of the table. */
function together(ofTable: Counted[], ofStrangers: readonly Counted[]): Counted[] {
  if (ofStrangers.length === 0) return ofTable;
  const counted = new Map<string, Counted>();
  for (const each of [...ofTable, ...ofStrangers]) {
    const key = JSON.stringify([each.what, each.status]);
    counted.set(key, { ...each, count: each.count + (counted.get(key)?.count ?? 0) });
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).slice(0, 30);
}
