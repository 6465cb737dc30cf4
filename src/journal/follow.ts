import { nextTurn } from '../host/timers.ts';
import type { EventRow } from '../store/events.ts';
import { type EventFilter, matches } from './followers.ts';
import type { Journal } from './journal.ts';

export interface EventPage {
  readonly rows: readonly EventRow[];
  /** The last event examined, matching or not. Reading from here neither skips nor repeats events. */
  readonly cursor: number;
}

const readAtOnce = 500;

/**
 * Reads events after a cursor that match, oldest first, at most `limit`. Yields to other work between
 * batches, however long the journal is. Events committed meanwhile are included, so a follower that starts at
 * the page's cursor misses nothing.
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
