import type { EventRow } from '../store/events.ts';
import type { EventFilter, EventPage } from '../store/events-matching.ts';
import type { Journal } from './journal.ts';

export interface Reading {
  readonly filter: EventFilter;
  readonly after: number;
  readonly limit: number;
  /** Whether the reader has left. It then gets what has been found so far. */
  readonly hasLeft: () => boolean;
}

/**
 * Reads events after a cursor that match, oldest first, at most `limit`. Yields to other work and to other
 * readers between its parts, however long the journal is. Events committed meanwhile are included, so a
 * follower that starts at the page's cursor misses nothing.
 */
export async function readEvents(
  journal: Journal,
  { filter, after, limit, hasLeft }: Reading,
): Promise<EventPage> {
  const place = { cursor: after };
  const leave = journal.readers.keepFor(place);
  const rows: EventRow[] = [];
  try {
    for (;;) {
      const look = journal.matching(filter, place.cursor, limit - rows.length);
      rows.push(...look.rows);
      place.cursor = look.cursor;
      if (look.isDone) return { rows, cursor: look.cursor };
      await journal.readers.turn();
      if (hasLeft()) return { rows, cursor: place.cursor };
    }
  } finally {
    leave();
  }
}
