import type { StoredEvents } from './stored-events.ts';

/** The state according to the events alone. */
export interface Replayed {
  /** Status by transaction. */
  readonly transactions: Map<number, string>;
  /** Status and counted wrong codes by code. */
  readonly codes: Map<number, { status: string; attempts: number }>;
  /** Status and counted wrong codes by process. */
  readonly processes: Map<string, { status: string; wrongCodes: number }>;
  /** Status and ended attempts by callback. */
  readonly callbacks: Map<number, { status: string; attempts: Set<number> }>;
  /** Impossible events, in words. */
  readonly impossible: string[];
}

type Told = ReturnType<StoredEvents['all']>[number];

/** Replays all events from the first one on. */
export function replayed(events: readonly Told[]): Replayed {
  const state: Replayed = {
    transactions: new Map(),
    codes: new Map(),
    processes: new Map(),
    callbacks: new Map(),
    impossible: [],
  };
  for (const event of events) {
    const [noun = '', verb = ''] = event.type.split('.');
    if (noun === 'transaction') transaction(state, event, verb);
    else if (noun === 'otp') code(state, event, verb);
    else if (noun === 'callback') callback(state, event, verb);
  }
  return state;
}

function transaction({ transactions, impossible }: Replayed, event: Told, verb: string): void {
  const id = event.transactionId ?? 0;
  const before = transactions.get(id);
  if (before !== undefined && (before !== 'started' || verb === 'started'))
    impossible.push(`I7: transaction ${id} was ${before} and then became ${verb} (event ${event.id})`);
  transactions.set(id, verb);
}

function code({ codes, processes }: Replayed, event: Told, verb: string): void {
  const processId = event.processId ?? '';
  const process = processes.get(processId) ?? { status: 'open', wrongCodes: 0 };
  processes.set(processId, process);
  const id = Number(event.data.otp_id);
  const known = codes.get(id) ?? { status: 'active', attempts: 0 };
  if (event.data.otp_id !== undefined) codes.set(id, known);
  if (verb === 'wrong_code') {
    process.wrongCodes += 1;
    known.attempts += 1;
  } else if (verb !== 'sent') {
    if (verb === 'used') process.status = 'confirmed';
    if (verb === 'locked' && process.status === 'open') process.status = 'locked';
    // A code that ended before its process was locked keeps its status.
    if (known.status === 'active') known.status = verb;
  }
}

function callback({ callbacks, impossible }: Replayed, event: Told, verb: string): void {
  const id = Number(event.data.callback_id);
  const known = callbacks.get(id) ?? { status: String(event.data.status), attempts: new Set<number>() };
  callbacks.set(id, known);
  if (verb === 'attempted') known.attempts.add(Number(event.data.number));
  else if (verb !== 'created') {
    if (known.status === 'delivered')
      impossible.push(`I7: callback ${id} was delivered and then became ${verb} (event ${event.id})`);
    known.status = verb === 'released' ? 'pending' : verb;
  }
}
