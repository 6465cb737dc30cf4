import type { Clock } from '../protocol/time.ts';
import type { EventRow } from '../store/events.ts';
import type { EventFilter, EventLook } from '../store/events-matching.ts';
import { foreignEvents } from '../store/imported-events.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { isAfter, type RequestsPlace } from '../store/requests-after.ts';
import type { Store } from '../store/store.ts';
import type { EventType } from './event-type.ts';
import { type Follower, Followers } from './followers.ts';
import { Readers } from './readers.ts';
import { RequestBell } from './request-bell.ts';
import { Waits } from './waits.ts';

/** An event as a flow reports it. */
export interface NewEvent {
  readonly type: EventType;
  /** Default: now. A change of the clock itself has the time of the new clock. */
  readonly at?: number;
  readonly accountId?: string | null;
  readonly transactionId?: number | null;
  readonly invoiceNo?: string | null;
  readonly mobileNumber?: string | null;
  readonly processId?: string | null;
  /** Further data, with the names of the wire. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What was the newest when a reset or a restored snapshot replaced all rows. */
interface Replaced {
  /** The event that reports it. */
  readonly by: number;
  readonly event: number;
  readonly request: LoggedRequest | undefined;
}

/** The stored id up to which events were deleted. A reset forgets it, since readers see the `reset` event. */
const droppedEvents = 'dropped_events';

/**
 * The only journal. Call `append` inside the transaction that makes the change. Followers are called after
 * the commit with the stored rows, so nothing that was rolled back is ever reported.
 */
export class Journal {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #followers = new Followers();
  /** Pending waits for events. */
  readonly waits = new Waits(this);
  /** Readers that have not read everything yet. */
  readonly readers = new Readers();
  readonly requestBell: RequestBell;
  #told: number;
  #replaced: Replaced | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#told = store.events.lastId();
    this.requestBell = new RequestBell(store);
    store.afterCommit(() => this.#tell());
    store.beforeReplace(() => {
      this.#replaced = newestOf(store);
    });
  }

  /** The newest event's id, including those of the open transaction. Places a request between two events. */
  get lastId(): number {
    return this.#store.events.lastId();
  }

  append(event: NewEvent): void {
    this.#store.events.insert({
      type: event.type,
      at: event.at ?? this.#clock.now(),
      accountId: event.accountId ?? null,
      transactionId: event.transactionId ?? null,
      invoiceNo: event.invoiceNo ?? null,
      mobileNumber: event.mobileNumber ?? null,
      processId: event.processId ?? null,
      data: event.data ? JSON.stringify(event.data) : '{}',
    });
  }

  /** The last event that followers have received. */
  get told(): number {
    return this.#told;
  }

  /**
   * Calls the follower after each commit with the events that it wants, from the one after `after` on
   * (default: only new ones). Returns a function that ends it.
   */
  follow(filter: EventFilter, follower: Follower, after?: number): () => void {
    if (this.#followers.count === 0) this.#told = this.#store.events.lastId();
    return this.#followers.add(filter, follower, after ?? this.#told);
  }

  /** Events after a cursor, oldest first. */
  past(after: number, limit: number): readonly EventRow[] {
    return this.#store.events.after(after, limit);
  }

  /** Events after a cursor that match, oldest first: one part of a page. */
  matching(filter: EventFilter, after: number, limit: number): EventLook {
    return this.#store.events.matching(filter, after, limit);
  }

  /** The newest event that was deleted, or 0. Some older ones may remain: those of unfinished payments. */
  get droppedTo(): number {
    return Number(this.#store.facts.get(droppedEvents) ?? 0);
  }

  /** Call it inside the transaction that deletes events up to this one. */
  noteDropped(to: number): void {
    if (to > this.droppedTo) this.#store.facts.put(droppedEvents, to);
  }

  /**
   * Where a reader with this cursor continues. A cursor above the newest event is from an earlier run in memory,
   * so everything is new. One from before an import continues behind the imported events: they are history.
   */
  resumeAt(cursor: number): number {
    if (cursor > this.lastId) return 0;
    // Written by an import.
    const foreign = this.#store.facts.get(foreignEvents) as { after: number; last: number } | undefined;
    return foreign && cursor > 0 && cursor <= foreign.after ? foreign.last : cursor;
  }

  /**
   * The newest event that a reader misses when it continues from this cursor. Undefined if it misses none. A
   * reader that starts from 0 reads what is there.
   */
  gapAfter(cursor: number): number | undefined {
    const { droppedTo } = this;
    return cursor > 0 && cursor < droppedTo ? droppedTo : undefined;
  }

  /**
   * Whether the reset or restored snapshot that an event reports deleted what a reader had not read: one that
   * had read up to this place. A reader whose last event is still there may have begun after it.
   */
  hasDeletedUnread(by: number, place: RequestsPlace): boolean {
    if (this.#replaced?.by !== by || place.event === 0) return false;
    const { event, request } = this.#replaced;
    const isUnread = place.event < event || (request !== undefined && isAfter(place, request));
    return isUnread && this.past(place.event - 1, 1)[0]?.id !== place.event;
  }

  #tell(): void {
    if (this.#followers.count === 0) return;
    const rows = this.#untold();
    const last = rows.at(-1);
    if (!last) return;
    this.#told = last.id;
    this.#followers.tell(rows);
  }

  /**
   * Events that cannot be read now are reported after the next commit. The failure must not reach the code
   * that has just committed.
   */
  #untold(): readonly EventRow[] {
    try {
      return this.#store.events.after(this.#told, -1);
    } catch {
      return [];
    }
  }
}

function newestOf({ events, requests }: Store): Replaced {
  const [request] = requests.list({}, { limit: 1, before: Number.MAX_SAFE_INTEGER });
  return { by: events.lastId() + 1, event: events.newestId(), request };
}
