import { type Clock, isoTime } from '../protocol/time.ts';
import type { EventRow } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import type { EventType } from './event-type.ts';
import { type EventFilter, type Follower, Followers } from './followers.ts';
import { Readers } from './readers.ts';
import { RequestBell } from './request-bell.ts';
import { Waits } from './waits.ts';

/** What happened, as a flow reports it. */
export interface NewEvent {
  readonly type: EventType;
  readonly accountId?: string | null;
  readonly transactionId?: number | null;
  readonly invoiceNo?: string | null;
  readonly mobileNumber?: string | null;
  readonly processId?: string | null;
  /** More of it, by the names of the wire. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** An event as everybody reads it: `GET /_sandbox/api/events`, the stream, the timelines. */
export interface JournalEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: string;
  readonly account?: string;
  readonly transaction_id?: string;
  readonly invoice_no?: string;
  readonly mobile_number?: string;
  readonly process_id?: string;
  readonly [name: string]: unknown;
}

/** The fact that tells up to where events were dropped. A reset forgets it: then the `reset` is the next that a reader hears. */
const droppedEvents = 'dropped_events';

/**
 * The one journal. `append` is called inside the transaction of the change it tells of; followers hear of it after the commit,
 * from the stored rows, so that nothing that was rolled back is ever told.
 */
export class Journal {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #followers = new Followers();
  /** What is waited for. */
  readonly waits = new Waits(this);
  /** Who has yet to read something. */
  readonly readers = new Readers();
  readonly requestBell: RequestBell;
  #told: number;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#told = store.events.lastId();
    this.requestBell = new RequestBell(store);
    store.afterCommit(() => this.#tell());
  }

  /** The newest event's id, those of the transaction that is open included; for putting something between two events. */
  get lastId(): number {
    return this.#store.events.lastId();
  }

  append(event: NewEvent): void {
    this.#store.events.insert({
      type: event.type,
      at: this.#clock.now(),
      accountId: event.accountId ?? null,
      transactionId: event.transactionId ?? null,
      invoiceNo: event.invoiceNo ?? null,
      mobileNumber: event.mobileNumber ?? null,
      processId: event.processId ?? null,
      data: event.data ? JSON.stringify(event.data) : '{}',
    });
  }

  /** The last event that those who follow have heard of. */
  get told(): number {
    return this.#told;
  }

  /** Hears every event that it wants after each commit, from the one behind `after` on: the newest unless said. Returns what ends it. */
  follow(filter: EventFilter, follower: Follower, after?: number): () => void {
    if (this.#followers.count === 0) this.#told = this.#store.events.lastId();
    return this.#followers.add(filter, follower, after ?? this.#told);
  }

  /** Events behind a cursor, oldest first. */
  past(after: number, limit: number): readonly EventRow[] {
    return this.#store.events.after(after, limit);
  }

  /** The newest event that was dropped; 0 for none. Of those before it some are still there: of what is unfinished. */
  get droppedTo(): number {
    return Number(this.#store.facts.get(droppedEvents) ?? 0);
  }

  /** Said inside the transaction that drops events up to this one. */
  noteDropped(to: number): void {
    if (to > this.droppedTo) this.#store.facts.put(droppedEvents, to);
  }

  /** The newest event that a reader misses who goes on from a cursor; undefined for none. From 0 on it reads what there is. */
  gapAfter(cursor: number): number | undefined {
    const { droppedTo } = this;
    return cursor > 0 && cursor < droppedTo ? droppedTo : undefined;
  }

  #tell(): void {
    if (this.#followers.count === 0) return;
    const rows = this.#untold();
    const last = rows.at(-1);
    if (!last) return;
    this.#told = last.id;
    this.#followers.tell(rows);
  }

  /** What cannot be read now is told after the next commit: whoever has just committed must not hear of it. */
  #untold(): readonly EventRow[] {
    try {
      return this.#store.events.after(this.#told, -1);
    } catch {
      return [];
    }
  }
}

export function journalEvent(row: EventRow): JournalEvent {
  return {
    // The data first: what an event is about must not change what it is.
    ...dataOf(row),
    id: String(row.id),
    // Only `append` writes this column.
    type: row.type as EventType,
    at: isoTime(row.at),
    ...(row.accountId !== null && { account: row.accountId }),
    ...(row.transactionId !== null && { transaction_id: String(row.transactionId) }),
    ...(row.invoiceNo !== null && { invoice_no: row.invoiceNo }),
    ...(row.mobileNumber !== null && { mobile_number: row.mobileNumber }),
    ...(row.processId !== null && { process_id: row.processId }),
  };
}

/** A row that something else has damaged is shown without its data, and the others as they are. */
function dataOf({ data }: EventRow): object {
  try {
    return JSON.parse(data);
  } catch {
    return { unreadable: true };
  }
}
