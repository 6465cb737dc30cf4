import { type Clock, isoTime } from '../clock.ts';
import type { EventRow } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import type { EventType } from './event-type.ts';

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
  readonly type: string;
  readonly at: string;
  readonly account?: string;
  readonly transaction_id?: string;
  readonly invoice_no?: string;
  readonly mobile_number?: string;
  readonly process_id?: string;
  readonly [name: string]: unknown;
}

type Follower = (rows: readonly EventRow[]) => void;

/**
 * The one journal. `append` is called inside the transaction of the change it tells of; followers hear of it after the commit,
 * from the stored rows, so that nothing that was rolled back is ever told.
 */
export class Journal {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #followers = new Set<Follower>();
  #told: number;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#told = store.events.lastId();
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

  /** Hears every event committed from now on; returns what ends it. */
  follow(follower: Follower): () => void {
    if (this.#followers.size === 0) this.#told = this.#store.events.lastId();
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #tell(): void {
    if (this.#followers.size === 0) return;
    const rows = this.#untold();
    const last = rows.at(-1);
    if (!last) return;
    this.#told = last.id;
    for (const follower of [...this.#followers]) follower(rows);
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
    type: row.type,
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
