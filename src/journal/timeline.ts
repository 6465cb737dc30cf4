import { isoTime } from '../protocol/time.ts';
import type { RequestRow } from '../store/schema-records.ts';
import type { Store } from '../store/store.ts';
import type { EventType } from './event-type.ts';
import { journalEvent } from './journal-event.ts';

/** Something that happened to a transaction: a merchant's request or an event of the journal. */
export interface TimelineEntry {
  readonly at: string;
  readonly type: EventType | 'request';
  readonly [name: string]: unknown;
}

/** A transaction's history in order from its first request. A wallet's begins with verify. */
export function timelineOf(store: Store, transactionId: number): TimelineEntry[] {
  const processId = store.verifications.ofTransaction(transactionId)?.processId;
  const events = new Map(
    [
      ...store.events.ofTransaction(transactionId),
      ...(processId ? store.events.ofProcess(processId) : []),
    ].map((row) => [row.id, row]),
  );
  const requests = new Map(
    [
      ...store.requests.ofTransaction(transactionId),
      ...(processId ? store.requests.ofProcess(processId) : []),
    ].map((row) => [row.id, row]),
  );
  const entries = [
    // Place a request after the last event before it, and before the events that it caused.
    ...[...requests.values()].map((row) => ({
      place: row.afterEvent + 0.5,
      id: row.id,
      entry: requestEntry(row),
    })),
    ...[...events.values()].map((row) => ({ place: row.id, id: 0, entry: { ...journalEvent(row) } })),
  ];
  return entries.sort((a, b) => a.place - b.place || a.id - b.id).map(({ entry }) => entry);
}

function requestEntry(row: RequestRow): TimelineEntry {
  return {
    at: isoTime(row.at),
    type: 'request',
    request_id: String(row.id),
    method: row.method,
    path: row.path,
    status: row.status,
    ...(row.code !== null && { code: row.code }),
  };
}
