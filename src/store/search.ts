import { and, desc, or, sql } from 'drizzle-orm';
import type { Database, Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { otps, transactions } from './schema.ts';
import { requests } from './schema-records.ts';
import { bound, boundLimit, isOfAccount } from './statements.ts';

/** Parts of a text are not indexed, so only this many of the newest rows are searched. */
export const newestSearched = 5000;
/** An invoice number is near the beginning of a body. */
const searchedBytes = 1000;

/** What to look for. `accountId` null means all accounts. The text of payments and calls is in lower case. */
interface Looked {
  readonly text: string;
  readonly accountId: string | null;
  readonly limit: number;
}

/** Ids of the newest rows that contain a text, newest first. */
export function searchStore({ orm }: Database) {
  const statements = lazy(prepare(orm));
  const among = newestSearched;
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  return {
    /** By part of the invoice number, or by the whole mobile number. */
    payments: (looked: Looked & { readonly number: string }): number[] =>
      ids(statements.payments.all({ ...looked, among })),
    /** By part of the body or the path. */
    calls: (looked: Looked): number[] => ids(statements.calls.all({ ...looked, among })),
    /** By the whole code. */
    codes: (looked: Looked): number[] => ids(statements.codes.all({ ...looked, among })),
  };
}

function prepare(orm: Orm) {
  const holds = (value: unknown) => sql`instr(lower(${value}), ${bound('text')}) > 0`;
  return {
    payments: () => {
      const { id, invoiceNo, mobileNumber, accountId } = transactions;
      const newest = orm
        .select({ id, invoiceNo, mobileNumber, accountId })
        .from(transactions)
        .orderBy(desc(id))
        .limit(boundLimit('among'))
        .as('newest');
      return orm
        .select({ id: newest.id })
        .from(newest)
        .where(
          and(
            or(holds(newest.invoiceNo), sql`${newest.mobileNumber} = ${bound('number')}`),
            isOfAccount(newest.accountId),
          ),
        )
        .limit(boundLimit())
        .prepare();
    },
    calls: () => {
      const { id, body, path, accountId } = requests;
      const newest = orm
        .select({ id, body, path, accountId })
        .from(requests)
        .orderBy(desc(id))
        .limit(boundLimit('among'))
        .as('newest');
      // Drizzle has no `substr`.
      const start = sql`substr(${newest.body}, 1, ${sql.raw(String(searchedBytes))})`;
      return orm
        .select({ id: newest.id })
        .from(newest)
        .where(and(or(holds(start), holds(newest.path)), isOfAccount(newest.accountId)))
        .limit(boundLimit())
        .prepare();
    },
    codes: () => {
      const { id, code, cleared, accountId } = otps;
      const newest = orm
        .select({ id, code, cleared, accountId })
        .from(otps)
        .orderBy(desc(id))
        .limit(boundLimit('among'))
        .as('newest');
      return orm
        .select({ id: newest.id })
        .from(newest)
        .where(
          and(
            sql`${newest.code} = ${bound('text')} AND ${newest.cleared} = 0`,
            isOfAccount(newest.accountId),
          ),
        )
        .limit(boundLimit())
        .prepare();
    },
  };
}
