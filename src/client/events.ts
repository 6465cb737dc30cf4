import type { EventType } from '../journal/event-type.ts';
import type { Connection } from './connection.ts';
import type { EventPage, JournalEvent } from './contract.ts';
import { SandboxError } from './sandbox-error.ts';
import { usualWait, type Wait } from './words.ts';

export interface EventFilter {
  readonly type?: EventType | readonly EventType[];
  readonly invoice_no?: string;
  readonly transaction_id?: string;
  readonly mobile_number?: string;
}

/** The journal. */
export class Events {
  readonly #connection: Connection;
  readonly #account: string | undefined;
  /** Up to where `next` has read, for each filter. */
  readonly #read = new Map<string, string>();

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Events after a cursor, at once; `wait` waits for the first. */
  list(filter: EventFilter & Wait & { after?: string; limit?: number } = {}): Promise<EventPage> {
    const { signal, type, ...rest } = filter;
    const types = type === undefined || typeof type === 'string' ? type : type.join(',');
    return this.#connection.call('listEvents', {
      query: { ...rest, type: types, account: this.#account },
      signal,
    });
  }

  /**
   * The first event that matches, at once or when it happens; called again with the same filter, the one after it. With `after`,
   * the first one after that cursor. `WAIT_OVER` when none came.
   */
  async next(filter: EventFilter & Wait & { readonly after?: string } = {}): Promise<JournalEvent> {
    const { wait = usualWait, signal, after, ...wanted } = filter;
    const stream = JSON.stringify(wanted, Object.keys(wanted).sort());
    const page = await this.list({
      ...wanted,
      after: after ?? this.#read.get(stream) ?? '0',
      limit: 1,
      wait,
      ...(signal && { signal }),
    });
    this.#read.set(stream, page.cursor);
    const [event] = page.data;
    if (event) return event;
    throw new SandboxError(0, 'WAIT_OVER', `No event matched ${stream} within ${wait}.`);
  }
}
