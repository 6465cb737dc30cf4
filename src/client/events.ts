import type { EventType } from '../journal/event-type.ts';
import { objectGiven, textGiven, wrongArgument } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { EventPage, JournalEvent } from './contract.ts';
import { SandboxError } from './sandbox-error.ts';
import { usualWait, type Wait } from './words.ts';

/** An event of these types, with the members that it has. */
export type EventOf<Type extends EventType> = Extract<JournalEvent, { readonly type: Type }>;

export interface EventFilter<Type extends EventType = EventType> {
  readonly type?: Type | readonly Type[];
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
  async list<Type extends EventType = EventType>(
    filter: EventFilter<Type> & Wait & { after?: string; limit?: number } = {},
  ): Promise<EventPage & { readonly data: readonly EventOf<Type>[] }> {
    const { signal, type, ...rest } = objectGiven('filter', filter);
    const types = type === undefined || typeof type === 'string' ? type : listed(type);
    const page = await this.#connection.call('listEvents', {
      query: { ...rest, type: types, account: this.#account },
      signal,
    });
    // The sandbox gives events of the types that were asked for.
    return page as EventPage & { readonly data: readonly EventOf<Type>[] };
  }

  /**
   * The first event that matches, at once or when it happens; called again with the same filter, the one after it. With `after`,
   * the first one after that cursor. `WAIT_OVER` when none came.
   */
  async next<Type extends EventType = EventType>(
    filter: EventFilter<Type> & Wait & { readonly after?: string } = {},
  ): Promise<EventOf<Type>> {
    const { wait = usualWait, signal, after, ...wanted } = objectGiven('filter', filter);
    for (const [name, value] of Object.entries(wanted))
      if (name !== 'type' && value !== undefined && typeof value !== 'string')
        throw wrongArgument(name, 'a string', value);
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

function listed(types: readonly string[]): string {
  if (!Array.isArray(types)) throw wrongArgument('type', 'a type or a list of types', types);
  return types.map((each) => textGiven('type', each)).join(',');
}
