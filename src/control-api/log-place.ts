import type { Runtime } from '../runtime/runtime.ts';
import type { RequestsPlace } from '../store/requests-after.ts';

export const logBeginning: RequestsPlace = { event: 0, request: 0, stranger: 0 };

/** The place after everything that has happened so far. */
export function logEnd({ store }: Runtime): RequestsPlace {
  const { lastStoredId, lastId } = store.requests.log;
  return { event: store.events.lastId(), request: lastStoredId, stranger: lastId };
}

/** A place in the log as text. It names this run of the sandbox: in another run, ids may differ. */
export function cursorOf({ run }: Runtime, { event, request, stranger }: RequestsPlace): string {
  return [run, event, request, stranger].join('.');
}

export const cursorPattern = /^[\w-]{1,40}(\.\d{1,15}){3}$/;

/** The place of a cursor, even of one from before a restart. */
export function placeOf(runtime: Runtime, cursor: string): RequestsPlace {
  const [run, event = 0, request = 0, stranger = 0] = cursor.split('.');
  const place = { event: Number(event), request: Number(request), stranger: Number(stranger) };
  if (run === runtime.run) return place;
  // In-memory data is gone, and a cursor past the last event belongs to another data file.
  if (runtime.store.isInMemory || place.event > runtime.journal.lastId) return logBeginning;
  return { ...place, stranger: 0 };
}
