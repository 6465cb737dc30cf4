import type { Runtime } from '../runtime/runtime.ts';
import type { DeliveryChoice } from './choice.ts';
import { type Planned, plannedCallbacks } from './plan.ts';
import type { Finished } from './signed.ts';

/**
 * Puts a finished checkout's callbacks into the outbox. Call it in the transaction that finishes the
 * checkout. Returns their ids: none when no callback is due, several for copies or a forged callback.
 */
export function enqueueCallbacks(runtime: Runtime, finished: Finished, choice: DeliveryChoice): number[] {
  return plannedCallbacks(runtime, finished, choice).flatMap((planned) =>
    insertCopies(runtime, finished, planned),
  );
}

function insertCopies(runtime: Runtime, finished: Finished, planned: Planned): number[] {
  const row = rowOf(runtime, finished, planned);
  const ids: number[] = [];
  for (let copy = 0; copy < planned.copies; copy += 1) {
    const id = runtime.store.callbacks.insert({ ...row, copyOf: ids[0] ?? null });
    ids.push(id);
    const { accountId, transactionId, invoiceNo, status, method, url, tamper } = row;
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

function rowOf(runtime: Runtime, { transaction, account, gateway }: Finished, planned: Planned) {
  const { message, tamper, status, attemptAfterMs, afterReturnMs } = planned;
  const now = runtime.clock.now();
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
    nextAttemptAt: status === 'pending' ? now + attemptAfterMs : null,
    afterReturnMs,
    createdAt: now,
  };
}
