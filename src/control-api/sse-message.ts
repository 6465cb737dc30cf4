import { journalEvent } from '../journal/journal.ts';
import type { EventRow } from '../store/events.ts';

/** Messages of the stream of Server-Sent Events, as bytes. */
const encoder = new TextEncoder();

export const beginning = encoder.encode('retry: 2000\n\n');
export const heartbeat = encoder.encode(': still here\n\n');

/** Of the stream alone: the request log has grown. It is no event and has no id, and is told to whom it is asked for by name. */
export const requestLogged = 'request.logged';

/** All readers of an event get the same bytes. */
const made = new WeakMap<EventRow, Uint8Array>();

export function eventMessage(row: EventRow): Uint8Array {
  const before = made.get(row);
  if (before) return before;
  const bytes = encoder.encode(
    `id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify(journalEvent(row))}\n\n`,
  );
  made.set(row, bytes);
  return bytes;
}

export function requestMessage(newestId: number): Uint8Array {
  return signal(requestLogged, { request_id: String(newestId) });
}

/** Said before all others to a reader whose cursor is older than what is kept. */
export function gapMessage(after: number, droppedTo: number): Uint8Array {
  return signal('gap', { after: String(after), dropped_to: String(droppedTo) });
}

function signal(type: string, data: Readonly<Record<string, string>>): Uint8Array {
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}
