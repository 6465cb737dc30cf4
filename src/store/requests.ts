import { and, asc, eq, sql } from 'drizzle-orm';
import { assumptionCounts } from './assumption-counts.ts';
import type { Database } from './database.ts';
import { requestDigest } from './request-digest.ts';
import { requests } from './schema-records.ts';
import { filtered, insertInto, type NewRow, type PageRequest } from './statements.ts';
import { whenAsked } from './when-asked.ts';

export type RequestRow = typeof requests.$inferSelect;
export type RequestStore = ReturnType<typeof requestStore>;

export interface RequestFilter {
  readonly accountId?: string | undefined;
  readonly gateway?: string | undefined;
  readonly code?: string | undefined;
  /** 4 for every status from 400 to 499. */
  readonly statusClass?: number | undefined;
  /** 1 for the requests that the lint has a note on, 0 for the others. */
  readonly hasLint?: 0 | 1 | undefined;
}

/** The log of every request of the merchant API (document, "Errors", last sentence). */
export function requestStore(database: Database) {
  const { orm } = database;
  const statements = whenAsked({
    insert: () => insertInto(orm, requests),
    one: () =>
      orm
        .select()
        .from(requests)
        .where(eq(requests.id, sql.placeholder('id')))
        .prepare(),
    ofTransaction: () =>
      orm
        .select()
        .from(requests)
        .where(and(eq(requests.transactionId, sql.placeholder('id')), sql`transaction_id IS NOT NULL`))
        .orderBy(asc(requests.id))
        .prepare(),
    ofProcess: () =>
      orm
        .select()
        .from(requests)
        .where(and(eq(requests.processId, sql.placeholder('id')), sql`process_id IS NOT NULL`))
        .orderBy(asc(requests.id))
        .prepare(),
  });
  const list = filtered(orm, requests, {
    code: requests.code,
    // Both spelled as in their indexes, so that SQLite uses them.
    statusClass: sql`status / 100`,
    gateway: requests.gateway,
    hasLint: sql`lint <> '[]'`,
    accountId: requests.accountId,
  });
  return {
    ...assumptionCounts(orm),
    ...requestDigest(orm),
    insert: (row: NewRow<typeof requests>): number => Number(statements.insert(row).lastInsertRowid),
    get: (id: number): RequestRow | undefined => statements.one.get({ id }),
    ofTransaction: (id: number): RequestRow[] => statements.ofTransaction.all({ id }),
    ofProcess: (processId: string): RequestRow[] => statements.ofProcess.all({ id: processId }),
    list: (filter: RequestFilter, page: PageRequest): RequestRow[] => list(filter, page),
  };
}
