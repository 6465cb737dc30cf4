import type { Runtime } from '../runtime.ts';
import type { Tampering } from '../settings.ts';
import type { CallbackStatus } from '../store/schema-records.ts';
import type { DeliveryChoice } from './choice.ts';
import { callbackMessage, type Finished, type Message } from './signed.ts';

/** With `return-first`, the longest that a callback waits for a browser which never came back. */
const returnPatienceMs = 30_000;
/** With `return-first`, how long after the way back was shown the merchant has surely been asked for its page. */
const momentMs = 1000;

/**
 * Puts the callback of a finished checkout into the outbox, inside the transaction that finishes it. Returns the ids of what was
 * put there: none when the gateway owes no callback, several when copies are asked for. A forged one goes out in the place of
 * the genuine one, which is held.
 */
export function enqueueCallbacks(runtime: Runtime, finished: Finished, choice: DeliveryChoice): number[] {
  const isCard = finished.gateway.callback.to === 'return_url';
  if (isCard && runtime.settings.current.card.callback === 'browser') return [];
  const genuine = callbackMessage(runtime, finished);
  if (!genuine) return [];
  const { tamper } = choice;
  const forged = tamper && callbackMessage(runtime, finished, tamper);
  if (!forged) return insertCopies(runtime, finished, { message: genuine, choice, tamper: null });
  const held = { ...choice, hold: true, copies: 1 };
  return [
    ...insertCopies(runtime, finished, { message: forged, choice, tamper }),
    ...insertCopies(runtime, finished, { message: genuine, choice: held, tamper: null }),
  ];
}

interface Enqueued {
  readonly message: Message;
  readonly choice: DeliveryChoice;
  readonly tamper: Tampering | null;
}

function insertCopies(runtime: Runtime, finished: Finished, enqueued: Enqueued): number[] {
  const { choice, tamper } = enqueued;
  const row = rowOf(runtime, finished, enqueued);
  const ids: number[] = [];
  for (let copy = 0; copy < (row.status === 'dropped' ? 1 : choice.copies); copy += 1) {
    const id = runtime.store.callbacks.insert({ ...row, copyOf: ids[0] ?? null });
    ids.push(id);
    const { accountId, transactionId, invoiceNo, status, method, url } = row;
    const data = {
      callback_id: String(id),
      status,
      method,
      url,
      ...(tamper !== null && { tampered: tamper }),
    };
    runtime.journal.append({ type: 'callback.created', accountId, transactionId, invoiceNo, data });
  }
  if (row.nextAttemptAt !== null) runtime.alarms.note(row.nextAttemptAt);
  return ids;
}

function rowOf(
  runtime: Runtime,
  { transaction, account, gateway }: Finished,
  { message, choice, tamper }: Enqueued,
) {
  const now = runtime.clock.now();
  const status = firstStatus(runtime, choice);
  return {
    transactionId: transaction.id,
    accountId: account.id,
    invoiceNo: transaction.invoiceNo,
    gateway: gateway.token,
    method: message.method,
    url: message.url,
    target: new URL(message.url).host,
    body: message.body,
    fields: JSON.stringify(message.fields),
    signedString: message.signedString,
    hashed: message.hashed,
    tamper,
    status,
    tries: 0,
    nextAttemptAt: status === 'pending' ? firstAttemptAt(now, choice) : null,
    afterReturnMs: choice.order === 'return-first' && choice.browser ? choice.delayMs || momentMs : null,
    createdAt: now,
  };
}

/** `return-only`: the callback is lost, and yet on record, so that it can be sent after all. */
function firstStatus(runtime: Runtime, { order, hold }: DeliveryChoice): CallbackStatus {
  if (order === 'return-only') return 'dropped';
  return hold || runtime.settings.current.callback.mode === 'manual' ? 'held' : 'pending';
}

function firstAttemptAt(now: number, { order, delayMs, browser }: DeliveryChoice): number {
  if (order !== 'return-first') return now + delayMs;
  return now + (browser ? returnPatienceMs : delayMs || momentMs);
}
