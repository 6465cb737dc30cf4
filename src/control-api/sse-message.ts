import { journalEvent } from '../journal/journal-event.ts';
import type { EventRow } from '../store/events.ts';

/** Encodes messages of the Server-Sent Events stream. */
const encoder = new TextEncoder();

export const beginning = encoder.encode('retry: 2000\n\n');
export const heartbeat = encoder.encode(': still here\n\n');

/**
 * Announces that the request log has grown. It is not a journal event, has no id, and is sent only to readers
 * that ask for it by name.
 */
export const requestLogged = 'request.logged';

/** Cached, because all readers of an event get the same bytes. */
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

/** The first message for readers that ask for it by name: which run of the sandbox this is. Its id is where they go on. */
export const connected = 'connected';

export function connectedMessage(run: string, cursor: number): Uint8Array {
  return Buffer.concat([encoder.encode(`id: ${cursor}\n`), signal(connected, { run })]);
}

const gap = 'gap';

/** What a reader can ask for by name and the journal does not have. */
export const signals = [requestLogged, connected, gap] as const;

/** The first message for a reader whose cursor is older than the kept events. */
export function gapMessage(after: number, droppedTo: number): Uint8Array {
  return signal(gap, { after: String(after), dropped_to: String(droppedTo) });
}

function signal(type: string, data: Readonly<Record<string, string>>): Uint8Array {
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}
