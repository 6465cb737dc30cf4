import type { EventType } from '../journal/event-type.ts';
import { durationMs } from '../protocol/duration.ts';
import { objectGiven, textGiven, wrongArgument } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { EventPage, JournalEvent } from './contract.ts';
import { SandboxError } from './sandbox-error.ts';
import { usualWait, type Wait } from './words.ts';

/** An event of these types, with its members. */
export type EventOf<Type extends EventType> = Extract<JournalEvent, { readonly type: Type }>;

export interface EventFilter<Type extends EventType = EventType> {
  readonly type?: Type | readonly Type[];
  readonly invoice_no?: string;
  readonly transaction_id?: string;
  readonly mobile_number?: string;
}

/** An empty answer that comes earlier than this before the end of a wait has another reason. */
const earlyMs = 20;

/** The event log. */
export class Events {
  readonly #connection: Connection;
  readonly #account: string | undefined;
  /** The cursor of `next`, by filter. */
  readonly #read = new Map<string, string>();

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Lists the events after a cursor. `wait` waits for the first one. */
  async list<Type extends EventType = EventType>(
    filter: EventFilter<Type> & Wait & { after?: string; limit?: number } = {},
  ): Promise<EventPage & { readonly data: readonly EventOf<Type>[] }> {
    const { signal, type, ...rest } = objectGiven('filter', filter);
    const types = type === undefined || typeof type === 'string' ? type : listed(type);
    const page = await this.#connection.call('listEvents', {
      query: { ...rest, type: types, account: this.#account },
      signal,
    });
    // The sandbox only returns events of the requested types.
    return page as EventPage & { readonly data: readonly EventOf<Type>[] };
  }

  /**
   * Returns the first matching event, waiting for it if necessary. Later calls with the same filter return
   * the following events, and calls at the same time each get their own. With `after`, returns the first one
   * after that cursor. Fails with `WAIT_OVER` if none comes.
   */
  async next<Type extends EventType = EventType>(
    filter: EventFilter<Type> & Wait & { readonly after?: string } = {},
  ): Promise<EventOf<Type>> {
    const { wait = usualWait, signal, after, ...wanted } = objectGiven('filter', filter);
    for (const [name, value] of Object.entries(wanted))
      if (name !== 'type' && value !== undefined && typeof value !== 'string')
        throw wrongArgument(name, 'a string', value);
    const stream = JSON.stringify(wanted, Object.keys(wanted).sort());
    // Not the global one: a test's fake timers may have replaced it, and then it does not advance.
    const { performance: monotonic } = process.getBuiltinModule('node:perf_hooks');
    const until = monotonic.now() + (durationMs(wait) ?? 0);
    let left = wait;
    for (;;) {
      const from = this.#read.get(stream) ?? '0';
      const asked = { ...wanted, after: after ?? from, limit: 1, wait: left };
      const page = await this.list({ ...asked, ...(signal && { signal }) });
      const isTaken = after === undefined && from !== (this.#read.get(stream) ?? '0');
      if (!isTaken) {
        this.#read.set(stream, page.cursor);
        const [event] = page.data;
        if (event) return event;
        break;
      }
      // Another call with this filter was faster. Its event is not this call's.
      left = Math.max(0, Math.ceil(until - monotonic.now()));
    }
    const isEarly = until - monotonic.now() > earlyMs;
    const why = isEarly ? ': the sandbox was reset or stopped during the wait' : ` within ${wait}`;
    throw new SandboxError(0, 'WAIT_OVER', `No event matched ${stream}${why}.`);
  }
}

function listed(types: readonly string[]): string {
  if (!Array.isArray(types)) throw wrongArgument('type', 'a type or a list of types', types);
  return types.map((each) => textGiven('type', each)).join(',');
}
