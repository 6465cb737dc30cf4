import type { Runtime } from '../runtime/runtime.ts';
import type { Transaction } from '../store/transactions.ts';

/** A payment whose answer may be lost, and the store's generation in which it was confirmed. */
export interface AnsweredPayment {
  readonly id: Transaction['id'];
  readonly generation: number;
}

/** Records that the answer to a payment's confirm did not reach the app, and the fault that kept it. */
export function noteLostAnswer(
  { store, journal }: Runtime,
  { id, generation }: AnsweredPayment,
  fault: string,
): void {
  // A reset or a restored snapshot has put another one in its place while its answer was delayed.
  if (store.generation() !== generation) return;
  const transaction = store.transactions.get(id);
  if (!transaction) return;
  store.transactions.loseAnswer(id, fault);
  const { accountId, invoiceNo, gateway } = transaction;
  journal.append({
    type: 'response.lost',
    accountId,
    transactionId: id,
    invoiceNo,
    data: { gateway, fault },
  });
}
