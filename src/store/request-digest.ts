import { and, asc, count, desc, gte } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { eachText, withEachText } from './each-text.ts';
import { lazy } from './lazy.ts';
import { requests } from './schema-records.ts';
import { bound, boundLimit, isOfAccount, literal } from './statements.ts';
import { storedTexts } from './stored-json.ts';
import type { StrangerRow, Strangers } from './strangers.ts';
import { mostCounted } from './tallied.ts';

/** The number of refusals with one code, or of requests with one production warning. */
export interface Counted {
  /** The code or the warning. Null for a refusal without a code. */
  readonly what: string | null;
  /** The HTTP status of a refusal. Null for warnings. */
  readonly status: number | null;
  readonly count: number;
}

/** Under load, the log grows faster than anyone reads, so only the newest requests are examined. */
const digestedRequests = 5000;

/** The limits of both statements. */
const most = { newest: digestedRequests, limit: 30 };

/** The most frequent refusals and warnings among the newest requests, of one account or of all. */
export function requestDigest(orm: Orm, strangers: Strangers) {
  const { at: loggedAt, status, code, lint, accountId } = requests;
  const newest = orm
    .select({ at: loggedAt, status, code, lint, accountId })
    .from(requests)
    .orderBy(desc(requests.id))
    .limit(boundLimit('newest'))
    .as('newest');
  const isSince = gte(newest.at, bound('since'));
  const statements = lazy({
    refusals: () =>
      orm
        .select({ what: newest.code, status: newest.status, count: count() })
        .from(newest)
        .where(and(isSince, literal(gte(newest.status, 400)), isOfAccount(newest.accountId)))
        .groupBy(newest.code, newest.status)
        .orderBy(desc(count()), asc(newest.code), asc(newest.status))
        .limit(boundLimit())
        .prepare(),
    rejected: () =>
      orm
        .select({ count: count() })
        .from(newest)
        .where(and(isSince, literal(gte(newest.status, 400)), isOfAccount(newest.accountId)))
        .prepare(),
    notes: () =>
      orm
        .select({ what: eachText, count: count() })
        .from(withEachText(newest, newest.lint))
        .where(and(isSince, isOfAccount(newest.accountId)))
        .groupBy(eachText)
        .orderBy(desc(count()), asc(eachText))
        .limit(boundLimit())
        .prepare(),
  });
  // Their account is unknown.
  const strangersSince = (at: number, account: string | null) =>
    account === null ? strangers.all().filter((row) => row.at >= at) : [];
  return {
    /** How many calls were rejected, of one account or of all. */
    rejectedSince: (at: number, account: string | null): number => {
      const found = statements.rejected.get({ newest: mostCounted, since: at, accountId: account });
      const others = strangersSince(at, account).filter((row) => row.status >= 400);
      return (found?.count ?? 0) + others.length;
    },
    refusalsSince: (at: number, account: string | null): Counted[] =>
      together(
        statements.refusals.all({ ...most, since: at, accountId: account }),
        strangersSince(at, account).map(refusalOf),
      ),
    lintSince: (at: number, account: string | null): Counted[] =>
      together(
        statements.notes
          .all({ ...most, since: at, accountId: account })
          .map((note) => ({ ...note, status: null })),
        strangersSince(at, account).flatMap(notesOf),
      ),
  };
}

function refusalOf({ code, status }: StrangerRow): Counted {
  return { what: code, status, count: 1 };
}

function notesOf({ lint }: StrangerRow): Counted[] {
  return storedTexts(lint).map((what) => ({ what, status: null, count: 1 }));
}

/** Adds the strangers' counts to those of the table. */
function together(ofTable: Counted[], ofStrangers: readonly Counted[]): Counted[] {
  if (ofStrangers.length === 0) return ofTable;
  const counted = new Map<string, Counted>();
  for (const each of [...ofTable, ...ofStrangers]) {
    const key = JSON.stringify([each.what, each.status]);
    counted.set(key, { ...each, count: each.count + (counted.get(key)?.count ?? 0) });
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).slice(0, most.limit);
}
