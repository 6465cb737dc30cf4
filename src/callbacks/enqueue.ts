import type { Runtime } from '../runtime.ts';
import type { DeliveryOrder } from '../settings.ts';
import { type Finished, signedCallback } from './signed.ts';

/** How a callback and the browser's return are to happen: chosen by the tester, else by the settings. */
export interface DeliveryChoice {
  readonly order: DeliveryOrder;
  readonly delayMs: number;
  /** How often the same bytes are sent: 1 or more. */
  readonly copies: number;
  /** Kept back until it is released. */
  readonly hold: boolean;
  /** Whether a browser comes back after this; without one, `return-first` waits a moment instead. */
  readonly browser: boolean;
}

/** With `return-first`, the longest that a callback waits for a browser which never came back. */
const returnPatienceMs = 30_000;
/** With `return-first`, how long after the way back was shown the merchant has surely been asked for its page. */
const momentMs = 1000;

/**
 * Puts the callback of a finished checkout into the outbox, inside the transaction that finishes it. Returns the ids of what was
 * put there: none when the gateway owes no callback, several when copies are asked for.
 */
export function enqueueCallbacks(runtime: Runtime, finished: Finished, choice: DeliveryChoice): number[] {
  const { settings, clock } = runtime;
  const isCard = finished.gateway.callback.to === 'return_url';
  if (isCard && settings.current.card.callback === 'browser') return [];
  const message = signedCallback(runtime, finished);
  if (!message) return [];
  const now = clock.now();
  const lost = choice.order === 'return-only';
  const kept = choice.hold || settings.current.callback.mode === 'manual';
  const status = lost ? 'dropped' : kept ? 'held' : 'pending';
  const row = {
    transactionId: finished.transaction.id,
    accountId: finished.account.id,
    invoiceNo: finished.transaction.invoiceNo,
    gateway: finished.gateway.token,
    method: message.method,
    url: message.url,
    target: new URL(message.url).host,
    body: message.body,
    fields: JSON.stringify(message.fields),
    signedString: message.signedString,
    hashed: message.hashed,
    status,
    tries: 0,
    nextAttemptAt: status === 'pending' ? firstAttemptAt(now, choice) : null,
    afterReturnMs: choice.order === 'return-first' && choice.browser ? choice.delayMs || momentMs : null,
    createdAt: now,
  } as const;
  return insertCopies(runtime, finished, row, lost ? 1 : choice.copies);
}

type Row = Omit<Parameters<Runtime['store']['callbacks']['insert']>[0], 'copyOf'>;

function insertCopies(runtime: Runtime, finished: Finished, row: Row, copies: number): number[] {
  const ids: number[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const id = runtime.store.callbacks.insert({ ...row, copyOf: ids[0] ?? null });
    ids.push(id);
    runtime.journal.append({
      type: 'callback.created',
      accountId: finished.account.id,
      transactionId: finished.transaction.id,
      invoiceNo: finished.transaction.invoiceNo,
      data: { callback_id: String(id), status: row.status, method: row.method, url: row.url },
    });
  }
  if (row.nextAttemptAt != null) runtime.alarms.note(row.nextAttemptAt);
  return ids;
}

function firstAttemptAt(now: number, choice: DeliveryChoice): number {
  if (choice.order !== 'return-first') return now + choice.delayMs;
  return now + (choice.browser ? returnPatienceMs : choice.delayMs || momentMs);
}
