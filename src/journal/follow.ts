import { nextTurn } from '../host/timers.ts';
import type { EventRow } from '../store/events.ts';
import { type EventFilter, matches } from './followers.ts';
import type { Journal } from './journal.ts';

export interface EventPage {
  readonly rows: readonly EventRow[];
  /** The last event looked at, matching or not: reading on from here skips and repeats nothing. */
  readonly cursor: number;
}

const readAtOnce = 500;

/**
 * Events after a cursor that match, oldest first, at most `limit`. However long the journal, nobody else waits for it to be read; what
 * is committed meanwhile is read too: who follows from the page's cursor on misses nothing.
 */
export async function readEvents(
  journal: Journal,
  filter: EventFilter,
  after: number,
  limit: number,
): Promise<EventPage> {
  const place = { cursor: after };
  const leave = journal.readers.keepFor(place);
  const rows: EventRow[] = [];
  try {
    for (;;) {
      const batch = journal.past(place.cursor, readAtOnce);
      for (const row of batch) {
        place.cursor = row.id;
        if (matches(row, filter)) rows.push(row);
        if (rows.length === limit) return { rows, cursor: row.id };
      }
      if (batch.length < readAtOnce) return { rows, cursor: place.cursor };
      await nextTurn();
    }
  } finally {
    leave();
  }
}
