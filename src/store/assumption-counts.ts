import { count, desc } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { eachText, withEachText } from './each-text.ts';
import { lazy } from './lazy.ts';
import { requests } from './schema-records.ts';
import { boundLimit } from './statements.ts';

/** How many of the newest logged requests are examined. */
export const countedRequests = 10_000;

/** How many of the newest answers relied on each assumption, by its name. */
export function assumptionCounts(orm: Orm) {
  const newest = orm
    .select({ texts: requests.assumptions })
    .from(requests)
    .orderBy(desc(requests.id))
    .limit(boundLimit())
    .as('newest');
  const statements = lazy({
    counts: () =>
      orm
        .select({ name: eachText, count: count() })
        .from(withEachText(newest, newest.texts))
        .groupBy(eachText)
        .prepare(),
  });
  return {
    assumptionCounts: (): ReadonlyMap<string, number> =>
      new Map(statements.counts.all({ limit: countedRequests }).map(({ name, count }) => [name, count])),
  };
}
