import type { EventRow } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import type { Journal } from './journal.ts';

/** Which events a reader wants; an absent member matches all. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly invoiceNo?: string | undefined;
  readonly transactionId?: number | undefined;
  readonly mobileNumber?: string | undefined;
  readonly accountId?: string | undefined;
}

export interface EventPage {
  readonly rows: readonly EventRow[];
  /** The last event looked at, matching or not: reading on from here skips and repeats nothing. */
  readonly cursor: number;
}

const scanned = 500;

/** Events after a cursor that match, oldest first, at most `limit`. */
export function readEvents(store: Store, filter: EventFilter, after: number, limit: number): EventPage {
  const rows: EventRow[] = [];
  let cursor = after;
  for (;;) {
    const batch = store.events.after(cursor, scanned);
    for (const row of batch) {
      cursor = row.id;
      if (matches(row, filter)) rows.push(row);
      if (rows.length === limit) return { rows, cursor };
    }
    if (batch.length < scanned) return { rows, cursor };
  }
}

/**
 * Calls `look` now and after each commit that told the journal something, until it returns a value or the real time is over
 * or the sandbox is reset (then undefined). Never polls.
 */
export function waitFor<T>(
  journal: Journal,
  look: () => T | undefined,
  waitMs: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const found = look();
  if (found !== undefined || waitMs <= 0 || signal?.aborted) return Promise.resolve(found);
  return new Promise((resolve, reject) => {
    const leave = () => {
      unfollow();
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const end = (value: T | undefined) => {
      leave();
      resolve(value);
    };
    const giveUp = () => end(undefined);
    const unfollow = journal.follow((rows) => {
      try {
        const value = look();
        // After a reset nothing of what was waited for is left to come.
        if (value !== undefined || rows.some(({ type }) => type === 'reset')) end(value);
      } catch (error) {
        // It cannot be read: who waits hears of it, not who has just committed.
        leave();
        reject(error);
      }
    });
    const timer = setTimeout(giveUp, waitMs);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

export function matches(row: EventRow, filter: EventFilter): boolean {
  return (
    (filter.types === undefined || filter.types.includes(row.type)) &&
    (filter.invoiceNo === undefined || filter.invoiceNo === row.invoiceNo) &&
    (filter.transactionId === undefined || filter.transactionId === row.transactionId) &&
    (filter.mobileNumber === undefined || filter.mobileNumber === row.mobileNumber) &&
    (filter.accountId === undefined || filter.accountId === row.accountId)
  );
}
