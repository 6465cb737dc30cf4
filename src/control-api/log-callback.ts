import type { JournalEvent } from '../journal/journal-event.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Callback } from '../store/callbacks.ts';
import type { LogEntry } from './log-entries.ts';

export function callbackEntryOf({ store }: Runtime, event: JournalEvent): LogEntry {
  const id = Number(event.callback_id);
  const number = typeof event.number === 'number' ? event.number : undefined;
  const callback = store.callbacks.get(id);
  const attempt = number === undefined ? undefined : store.callbacks.attempt(id, number);
  const delivered = typeof event.delivered === 'boolean' ? event.delivered : null;
  return {
    kind: 'callback',
    id: event.id,
    at: event.at,
    account: event.account ?? null,
    page: `/_sandbox/callbacks/${id}`,
    type: event.type,
    callback_id: String(id),
    transaction_id: event.transaction_id ?? null,
    invoice_no: event.invoice_no ?? null,
    method: callback?.method ?? null,
    url: attempt?.url ?? callback?.url ?? null,
    attempt: number ?? null,
    delivered,
    status: typeof event.status === 'number' ? event.status : null,
    duration_ms: attempt?.durationMs ?? null,
    answer: delivered === false ? (attempt?.answer?.toString('utf8') ?? null) : null,
    error: typeof event.error === 'string' ? event.error : null,
    tampered: typeof event.tampered === 'string' ? event.tampered : null,
    next_attempt_at: nextAfter(callback, number, store.callbacks.lastAttempt(id)?.number),
  };
}

/** Known only for the newest attempt, because the callback's row says when the next one is due. */
function nextAfter(callback: Callback | undefined, number: number | undefined, newest: number | undefined) {
  if (number === undefined || number !== newest || callback?.status !== 'pending') return null;
  return callback.nextAttemptAt === null ? null : isoTime(callback.nextAttemptAt);
}
