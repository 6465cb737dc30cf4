import { judgeAmount } from '../protocol/amount.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { Transaction } from '../store/transactions.ts';
import { fieldsOf } from './logged-fields.ts';

/**
 * Whether a request that the gateway refused asks again for a payment that was made: a double click, or a customer who
 * pays the same order again. Another order with the invoice number or the process of a paid one is a mistake of the
 * client.
 */
export function isRepeated({ store }: Runtime, row: LoggedRequest): boolean {
  const fields = fieldsOf(row);
  const [processId, invoiceNo] = [fields.get('process_id'), fields.get('invoice_no')];
  if (row.accountId === null || row.mode === null || invoiceNo === undefined) return false;
  const verification = processId === undefined ? undefined : store.verifications.get(processId);
  const isFor = (payment: Transaction | undefined) =>
    payment?.status === 'completed' &&
    payment.accountId === row.accountId &&
    payment.gateway === row.gateway &&
    isSameAmount(payment, fields.get('amount') ?? '');
  if (typeof verification?.transactionId === 'number') {
    const payment = store.transactions.get(verification.transactionId);
    const isSame =
      payment?.invoiceNo === invoiceNo ||
      store.verifications.otpOf(verification.processId)?.code === fields.get('code');
    if (isSame && isFor(payment)) return true;
  }
  const holder = store.transactions.holderOf(row.accountId, row.mode, invoiceNo);
  const isOtherCustomer = verification !== undefined && verification.mobileNumber !== holder?.mobileNumber;
  return !isOtherCustomer && isFor(holder);
}

function isSameAmount(payment: Transaction, text: string): boolean {
  const judged = judgeAmount(text, Number.MAX_SAFE_INTEGER);
  return 'amount' in judged && judged.amount.hundredths === payment.amountHundredths;
}
