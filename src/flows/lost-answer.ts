import type { Runtime } from '../runtime/runtime.ts';
import type { Transaction } from '../store/transactions.ts';

/** Records that the answer to a payment's confirm did not reach the app, and the fault that kept it. */
export function noteLostAnswer(
  { store, journal }: Runtime,
  { id, createdAt }: Transaction,
  fault: string,
): void {
  const transaction = store.transactions.get(id);
  // A reset or a restored snapshot may have put another one in its place while its answer was delayed.
  if (transaction?.createdAt !== createdAt) return;
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
