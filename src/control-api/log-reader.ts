import type { EventType } from '../journal/event-type.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventRow } from '../store/events.ts';
import type { RequestGlance, RequestsPlace } from '../store/requests-after.ts';
import { callEntryOf } from './log-call.ts';
import type { LogEntry } from './log-entries.ts';
import { eventEntryOf } from './log-event.ts';

export interface LogRead {
  readonly entries: readonly LogEntry[];
  readonly place: RequestsPlace;
  /** Whether more may follow at once, because it ends where all rows were replaced. */
  readonly isTurn: boolean;
  /** Whether this was everything for now. */
  readonly isEnd: boolean;
}

/** These replace all rows, so the request log starts again after them. */
const turns: ReadonlySet<string> = new Set<EventType>(['reset', 'snapshot.restored']);

/**
 * Reads the log after a place, oldest first: calls, codes, pages and callbacks in the order in which they
 * happened. A call precedes the events that it caused. Reading from the returned place neither skips nor
 * repeats entries.
 */
export function readLog(runtime: Runtime, after: RequestsPlace, limit: number): LogRead {
  const from = { ...after, event: runtime.journal.resumeAt(after.event) };
  const gap = gapEntry(runtime, from);
  const events = runtime.journal.past(from.event, limit);
  const requests = runtime.store.requests.after(from, limit);
  const entries: LogEntry[] = gap ? [gap] : [];
  let place: RequestsPlace = from;
  for (const row of inOrder(events, requests, limit)) {
    const isTurn = isEvent(row) && turns.has(row.type);
    if (isTurn && !gap && runtime.journal.hasDeletedUnread(row.id, place)) entries.push(lostBefore(row));
    place = behind(place, row);
    const entry = isEvent(row) ? eventEntryOf(runtime, row) : callEntryOf(runtime, row);
    if (entry) entries.push(entry);
    if (isTurn || entries.length >= limit) return { entries, place, isTurn, isEnd: false };
  }
  return { entries, place, isTurn: false, isEnd: place === from };
}

type Row = EventRow | RequestGlance;

/** Merges both lists. Stops where one was cut off: its next row might precede the rest of the other. */
function* inOrder(events: readonly EventRow[], requests: readonly RequestGlance[], limit: number) {
  let [nextEvent, nextRequest] = [0, 0];
  for (;;) {
    const event = events[nextEvent];
    const request = requests[nextRequest];
    if (!event && (!request || events.length === limit)) return;
    if (!request && requests.length === limit) return;
    const isRequest = request && (!event || request.afterEvent < event.id);
    if (isRequest) {
      nextRequest += 1;
      yield request;
    } else if (event) {
      nextEvent += 1;
      yield event;
    }
  }
}

function behind(place: RequestsPlace, row: Row): RequestsPlace {
  if (isEvent(row))
    return turns.has(row.type) ? { event: row.id, request: 0, stranger: 0 } : { ...place, event: row.id };
  return row.note === undefined ? { ...place, request: row.id } : { ...place, stranger: row.id };
}

function isEvent(row: Row): row is EventRow {
  return 'type' in row;
}

function lostBefore({ type, at }: EventRow): LogEntry {
  const turn = type === 'reset' ? 'reset' : 'restore';
  const message = `Some entries from right before the ${turn} are missing: they had not been read yet.`;
  return { kind: 'gap', at: isoTime(at), message };
}

function gapEntry({ journal, clock }: Runtime, { event }: RequestsPlace): LogEntry | undefined {
  if (journal.gapAfter(event) === undefined) return undefined;
  const message = 'Older entries are no longer kept (setting retention.events).';
  return { kind: 'gap', at: isoTime(clock.now()), message };
}
