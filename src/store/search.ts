import { desc, sql } from 'drizzle-orm';
import type { Database, Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { otps, transactions } from './schema.ts';
import { requests } from './schema-records.ts';
import { bound, boundLimit } from './statements.ts';

/** Parts of a text are not indexed, so only this many of the newest rows are searched. */
export const newestSearched = 5000;
/** An invoice number is near the beginning of a body. */
const searchedBytes = 1000;

/** Ids of the newest rows that contain a text, newest first. The text must be in lower case. */
export function searchStore({ orm }: Database) {
  const statements = lazy(prepare(orm));
  const among = newestSearched;
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  return {
    /** By part of the invoice number, or by the whole mobile number. */
    payments: (text: string, number: string, limit: number): number[] =>
      ids(statements.payments.all({ text, number, limit, among })),
    /** By part of the body or the path. */
    calls: (text: string, limit: number): number[] => ids(statements.calls.all({ text, limit, among })),
    /** By the whole code. */
    codes: (text: string, limit: number): number[] => ids(statements.codes.all({ text, limit, among })),
  };
}

function prepare(orm: Orm) {
  const holds = (value: unknown) => sql`instr(lower(${value}), ${bound('text')}) > 0`;
  return {
    payments: () => {
      const { id, invoiceNo, mobileNumber } = transactions;
      const newest = orm
        .select({ id, invoiceNo, mobileNumber })
        .from(transactions)
        .orderBy(desc(id))
        .limit(boundLimit('among'))
        .as('newest');
      return orm
        .select({ id: newest.id })
        .from(newest)
        .where(sql`${holds(newest.invoiceNo)} OR ${newest.mobileNumber} = ${bound('number')}`)
        .limit(boundLimit())
        .prepare();
    },
    calls: () => {
      const { id, body, path } = requests;
      const newest = orm
        .select({ id, body, path })
        .from(requests)
        .orderBy(desc(id))
        .limit(boundLimit('among'))
        .as('newest');
      // Drizzle has no `substr`.
      const start = sql`substr(${newest.body}, 1, ${sql.raw(String(searchedBytes))})`;
      return orm
        .select({ id: newest.id })
        .from(newest)
        .where(sql`${holds(start)} OR ${holds(newest.path)}`)
        .limit(boundLimit())
        .prepare();
    },
    codes: () => {
      const { id, code, cleared } = otps;
      const newest = orm
        .select({ id, code, cleared })
        .from(otps)
        .orderBy(desc(id))
        .limit(boundLimit('among'))
        .as('newest');
      return orm
        .select({ id: newest.id })
        .from(newest)
        .where(sql`${newest.code} = ${bound('text')} AND ${newest.cleared} = 0`)
        .limit(boundLimit())
        .prepare();
    },
  };
}
