import { asc, eq, ne, sql } from 'drizzle-orm';
import { assumptionCounts } from './assumption-counts.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { requestDigest } from './request-digest.ts';
import { RequestLog } from './request-log.ts';
import { requestsAfter } from './requests-after.ts';
import { type RequestRow, requests } from './schema-records.ts';
import { bound, filtered, literal, type NewRow, type PageRequest } from './statements.ts';
import type { StrangerRow } from './strangers.ts';
import { type Tally, tallied } from './tallied.ts';

/** A row of the log, or a request without valid keys, which has a note. */
export type LoggedRequest = RequestRow & Partial<Pick<StrangerRow, 'note'>>;
export type RequestStore = ReturnType<typeof requestStore>;

export interface RequestFilter {
  readonly accountId?: string | undefined;
  readonly gateway?: string | undefined;
  readonly code?: string | undefined;
  /** 4 for every status from 400 to 499. */
  readonly statusClass?: number | undefined;
  /** 1 for requests with production warnings, 0 for the others. */
  readonly hasLint?: 0 | 1 | undefined;
}

/** The log of every merchant API request (API documentation, "Errors", last sentence). */
export function requestStore(database: Database) {
  const { orm } = database;
  const log = new RequestLog(database);
  const { strangers } = log;
  const statements = lazy({
    one: () =>
      orm
        .select()
        .from(requests)
        .where(eq(requests.id, bound('id')))
        .prepare(),
    ofTransaction: () =>
      orm
        .select()
        .from(requests)
        .where(eq(requests.transactionId, bound('id')))
        .orderBy(asc(requests.id))
        .prepare(),
    ofProcess: () =>
      orm
        .select()
        .from(requests)
        .where(eq(requests.processId, bound('id')))
        .orderBy(asc(requests.id))
        .prepare(),
  });
  const columns = {
    code: requests.code,
    // As in its index, so that SQLite uses it.
    statusClass: sql`${requests.status} / 100`,
    gateway: requests.gateway,
    hasLint: literal(ne(requests.lint, '[]')),
    accountId: requests.accountId,
  };
  const list = filtered(orm, requests, columns);
  const byClass = tallied(orm, requests, columns, columns.statusClass);
  return {
    log,
    ...assumptionCounts(orm),
    ...requestDigest(orm, strangers),
    ...requestsAfter(orm, strangers),
    insert: (row: NewRow<typeof requests>): number => log.insert(row),
    get: (id: number): LoggedRequest | undefined => statements.one.get({ id }) ?? strangers.get(id),
    ofTransaction: (id: number): RequestRow[] => statements.ofTransaction.all({ id }),
    ofProcess: (processId: string): RequestRow[] => statements.ofProcess.all({ id: processId }),
    /** Newest first, including the strangers' requests. */
    list: (filter: RequestFilter, page: PageRequest): LoggedRequest[] => {
      const others = strangers.all().filter((row) => row.id < page.before && matches(row, filter));
      const rows = list(filter, page);
      if (others.length === 0) return rows;
      return [...rows, ...others].sort((a, b) => b.id - a.id).slice(0, page.limit);
    },
    /** How many there are by the first digit of their status, including the strangers' requests. */
    byStatusClass: (filter: RequestFilter): Tally => {
      const counts = new Map(byClass(filter));
      for (const row of strangers.all().filter((each) => matches(each, filter))) {
        const digit = String(statusClassOf(row));
        counts.set(digit, (counts.get(digit) ?? 0) + 1);
      }
      return counts;
    },
  };
}

function matches(row: RequestRow, { accountId, gateway, code, statusClass, hasLint }: RequestFilter) {
  return (
    // Their account is unknown.
    accountId === undefined &&
    (gateway === undefined || row.gateway === gateway) &&
    (code === undefined || row.code === code) &&
    (statusClass === undefined || statusClassOf(row) === statusClass) &&
    (hasLint === undefined || (row.lint === '[]' ? 0 : 1) === hasLint)
  );
}

function statusClassOf({ status }: Pick<RequestRow, 'status'>): number {
  return Math.floor(status / 100);
}
