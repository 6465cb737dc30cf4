import { and, asc, eq, gt, gte, lte, min } from 'drizzle-orm';
import type { Callback } from './callbacks.ts';
import type { Database, Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { checkouts, otps } from './schema.ts';
import { callbacks } from './schema-records.ts';
import { bound, boundLimit, literal, ofAccountOrAll } from './statements.ts';

export type DueCallback = Pick<Callback, 'id' | 'target' | 'nextAttemptAt'>;

export type DueStore = ReturnType<typeof dueStore>;

/** What ends next, of one account or of all, soonest first. Each kind has its own index. */
export function dueStore({ orm }: Database) {
  const statements = lazy({
    codes: () =>
      orm
        .select({ at: otps.expiresAt, mobileNumber: otps.mobileNumber, accountId: otps.accountId })
        .from(otps)
        .where(and(literal(eq(otps.status, 'active')), ofAccountOrAll(otps.accountId)))
        .orderBy(asc(otps.expiresAt))
        .limit(boundLimit())
        .prepare(),
    checkouts: () =>
      orm
        .select({
          at: checkouts.expiresAt,
          transactionId: checkouts.transactionId,
          accountId: checkouts.accountId,
        })
        .from(checkouts)
        .where(and(literal(eq(checkouts.open, true)), ofAccountOrAll(checkouts.accountId)))
        .orderBy(asc(checkouts.expiresAt))
        .limit(boundLimit())
        .prepare(),
    retries: () =>
      orm
        .select({ at: callbacks.nextAttemptAt, id: callbacks.id, accountId: callbacks.accountId })
        .from(callbacks)
        .where(
          and(
            literal(eq(callbacks.status, 'pending')),
            // Without a time, they wait for the browser's return.
            literal(gte(callbacks.nextAttemptAt, 0)),
            ofAccountOrAll(callbacks.accountId),
          ),
        )
        .orderBy(asc(callbacks.nextAttemptAt), asc(callbacks.id))
        .limit(boundLimit())
        .prepare(),
  });
  return {
    codes: (accountId: string | null, most: number) => statements.codes.all({ accountId, limit: most }),
    checkouts: (accountId: string | null, most: number) =>
      statements.checkouts.all({ accountId, limit: most }),
    retries: (accountId: string | null, most: number) => statements.retries.all({ accountId, limit: most }),
    ...callbacksDue(orm),
  };
}

/** Pending callbacks, for all targets or for one. */
function callbacksDue(orm: Orm) {
  const isPending = literal(eq(callbacks.status, 'pending'));
  const target = bound('target');
  const due = and(isPending, lte(callbacks.nextAttemptAt, bound('until')));
  const inOrder = [asc(callbacks.nextAttemptAt), asc(callbacks.id)];
  const { id, nextAttemptAt } = callbacks;
  const columns = { id, target: callbacks.target, nextAttemptAt };
  const statements = lazy({
    ofAll: () =>
      orm
        .select(columns)
        .from(callbacks)
        .where(due)
        .orderBy(...inOrder)
        .limit(boundLimit())
        .prepare(),
    ofOne: () =>
      orm
        .select(columns)
        .from(callbacks)
        .where(and(due, eq(callbacks.target, target)))
        .orderBy(...inOrder)
        .limit(boundLimit())
        .prepare(),
    nextTarget: () =>
      orm
        .select({ name: min(callbacks.target) })
        .from(callbacks)
        .where(and(isPending, gt(callbacks.target, target)))
        .prepare(),
  });
  return {
    callbacks: (most: number, until: number): DueCallback[] => statements.ofAll.all({ limit: most, until }),
    callbacksTo: (name: string, most: number, until: number): DueCallback[] =>
      statements.ofOne.all({ target: name, limit: most, until }),
    /** The targets of pending callbacks, without duplicates. */
    *callbackTargets(): Generator<string> {
      for (let after = ''; ; ) {
        const name = statements.nextTarget.get({ target: after })?.name ?? null;
        if (name === null) return;
        yield name;
        after = name;
      }
    },
  };
}
