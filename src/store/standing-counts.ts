import { and, count, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { hasAttempt, isAcceptedForgery, isGenuineAndEnded } from './attempt-kinds.ts';
import type { Database, Orm } from './database.ts';
import type { FaultStore } from './faults.ts';
import { lazy } from './lazy.ts';
import type { RequestStore } from './requests.ts';
import { otps } from './schema.ts';
import { callbacks } from './schema-records.ts';
import { boundLimit, isOfAccount, literal } from './statements.ts';
import { mostCounted, type Tally } from './tallied.ts';
import { changesOf, untilChanged } from './until-changed.ts';

interface Counted {
  readonly requests: RequestStore;
  readonly faults: FaultStore;
}

export type StandingCountStore = ReturnType<typeof standingCountStore>;

/** What waits for somebody to look at it. */
export interface StandingCounts {
  /** Rejected calls. */
  readonly rejected: number;
  /** Callbacks that the app did not accept, and those of which it accepted a forgery. */
  readonly failing: number;
  readonly activeCodes: number;
  readonly faults: number;
}

export function standingCountStore({ orm }: Database) {
  const statements = lazy({
    failing: () => failing(orm),
    activeCodes: () => activeCodes(orm),
  });
  const kept = untilChanged<StandingCounts>(orm);
  const limit = mostCounted;
  return {
    /** Grows with every change of a row, even one that is rolled back. */
    changes: changesOf(orm),
    /** Keeps the counts of verdicts, which are not stored. */
    verdicts: untilChanged<Tally>(orm),
    /** Every page of the dashboard shows them. `accountId` null means all accounts. */
    of: ({ requests, faults }: Counted, accountId: string | null, since: number): StandingCounts =>
      kept(JSON.stringify([requests.log.strangers.lastId, accountId, since]), () => ({
        faults: faults.armed().length,
        rejected: requests.rejectedSince(since, accountId),
        failing: statements.failing.get({ accountId, limit })?.count ?? 0,
        activeCodes: statements.activeCodes.get({ accountId, limit })?.count ?? 0,
      })),
  };
}

function failing(orm: Orm) {
  const { id, status, tamper, accountId } = callbacks;
  const newest = orm
    .select({ id, status, tamper, accountId })
    .from(callbacks)
    .orderBy(desc(callbacks.id))
    .limit(boundLimit())
    .as('newest');
  const isRetried = and(eq(newest.status, 'pending'), hasAttempt(newest.id, isGenuineAndEnded));
  const isGenuineAndFails = and(isNull(newest.tamper), or(eq(newest.status, 'exhausted'), isRetried));
  const isFailing = sql`(${or(isGenuineAndFails, hasAttempt(newest.id, isAcceptedForgery))})`;
  return orm
    .select({ count: count() })
    .from(newest)
    .where(and(literal(isFailing), isOfAccount(newest.accountId)))
    .prepare();
}

function activeCodes(orm: Orm) {
  const { status, cleared, accountId } = otps;
  const newest = orm
    .select({ status, cleared, accountId })
    .from(otps)
    .orderBy(desc(otps.id))
    .limit(boundLimit())
    .as('newest');
  const isActive = and(eq(newest.status, 'active'), ne(newest.cleared, true));
  return orm
    .select({ count: count() })
    .from(newest)
    .where(and(isActive && literal(isActive), isOfAccount(newest.accountId)))
    .prepare();
}
