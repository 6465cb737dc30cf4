import { sql } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { limit } from './statements.ts';

/** How many of the newest logged requests are looked at. */
export const countedRequests = 10_000;

/** On which open questions the newest answers rested: how many answers, by the name of the switch. */
export function assumptionCounts(orm: Orm) {
  const statements = lazy({
    counts: () =>
      orm
        .select({ name: sql<string>`each.value`, count: sql<number>`count(*)` })
        .from(
          sql`(SELECT assumptions FROM requests ORDER BY id DESC LIMIT ${limit}) AS newest,
        json_each(CASE json_valid(newest.assumptions) WHEN 1 THEN newest.assumptions ELSE '[]' END) AS each`,
        )
        .groupBy(sql`each.value`)
        .prepare(),
  });
  return {
    assumptionCounts: (): ReadonlyMap<string, number> =>
      new Map(statements.counts.all({ limit: countedRequests }).map(({ name, count }) => [name, count])),
  };
}
