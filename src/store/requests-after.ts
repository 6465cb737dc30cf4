import { and, asc, gt, gte, sql } from 'drizzle-orm';
import type { Orm } from './database.ts';
import { lazy } from './lazy.ts';
import { type RequestRow, requests } from './schema-records.ts';
import { bound, boundLimit } from './statements.ts';
import type { StrangerRow, Strangers } from './strangers.ts';

/** How far a reader has read in the request log. */
export interface RequestsPlace {
  /** The last event that it has read. */
  readonly event: number;
  /** The last row of the table. */
  readonly request: number;
  /** The last request without valid keys. */
  readonly stranger: number;
}

/**
 * Whether a request came after a place. Ids start over at a reset, and go back at a restored snapshot. Those of
 * events never do.
 */
export function isAfter(
  { event, request, stranger }: RequestsPlace,
  row: Pick<RequestRow, 'id' | 'afterEvent'> & Partial<Pick<StrangerRow, 'note'>>,
): boolean {
  if (row.afterEvent !== event) return row.afterEvent > event;
  return row.id > (row.note === undefined ? request : stranger);
}

/** What a log line needs of a request: without headers, answer and the end of the body. */
export type RequestGlance = Omit<RequestRow, 'headers' | 'answer' | 'lint' | 'assumptions'> &
  Partial<Pick<StrangerRow, 'note'>>;

const bodyBytes = 2048;

/** The requests after a place, oldest first, for the log. */
export function requestsAfter(orm: Orm, strangers: Strangers) {
  const statements = lazy({
    after: () =>
      orm
        .select({
          id: requests.id,
          at: requests.at,
          accountId: requests.accountId,
          mode: requests.mode,
          gateway: requests.gateway,
          action: requests.action,
          method: requests.method,
          path: requests.path,
          remoteAddress: requests.remoteAddress,
          body: sql<string>`substr(${requests.body}, 1, ${sql.raw(String(bodyBytes))})`,
          status: requests.status,
          code: requests.code,
          durationUs: requests.durationUs,
          // It is long, and needed only to say why a call was refused.
          trace: sql<string>`CASE WHEN ${requests.status} < 400 THEN '' ELSE ${requests.trace} END`,
          transactionId: requests.transactionId,
          processId: requests.processId,
          fault: requests.fault,
          afterEvent: requests.afterEvent,
        })
        .from(requests)
        .where(
          and(
            gt(requests.id, bound('request')),
            // A restored snapshot brings old rows back. They precede the event that reports the restore.
            gte(requests.afterEvent, bound('event')),
          ),
        )
        .orderBy(asc(requests.id))
        .limit(boundLimit())
        .prepare(),
  });
  return {
    after({ event, request, stranger }: RequestsPlace, limit: number): RequestGlance[] {
      const rows: RequestGlance[] = statements.after.all({ event, request, limit });
      const others = strangers.lastId > stranger ? strangers.all().filter(({ id }) => id > stranger) : [];
      if (others.length === 0) return rows;
      return [...rows, ...others].sort((a, b) => a.id - b.id).slice(0, limit);
    },
  };
}
