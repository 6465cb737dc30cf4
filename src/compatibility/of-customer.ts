import { gateways } from '../gateways/index.ts';
import { judgeAmount } from '../protocol/amount.ts';
import { jsonValue } from '../protocol/json-text.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Verification } from '../store/verifications.ts';
import { fieldsOf } from './logged-fields.ts';

/**
 * Whether a gateway refused a request only for something that a customer does with a correct client: a double click, a
 * paid order that is paid again, or a wrong code for an order that is paid by now. Another order with the invoice number
 * or the process of a paid one is a mistake of the client.
 */
export function isOfCustomer({ store }: Runtime, row: LoggedRequest): boolean {
  const fields = fieldsOf(row);
  const [processId, invoiceNo] = [fields.get('process_id'), fields.get('invoice_no')];
  if (row.accountId === null || row.mode === null || invoiceNo === undefined) return false;
  const verification = processId === undefined ? undefined : store.verifications.get(processId);
  const holder = store.transactions.holderOf(row.accountId, row.mode, invoiceNo);
  if (isForCode(row)) return holder?.status === 'completed';
  const refused = refusedFields(row);
  if (refused.includes('invoice_no'))
    return isSamePayment(row, holder) && !isOtherCustomer(verification, holder);
  if (!refused.includes('process_id') || typeof verification?.transactionId !== 'number') return false;
  const payment = store.transactions.get(verification.transactionId);
  const isSameCode = store.verifications.otpOf(verification.processId)?.code === fields.get('code');
  return (
    payment?.gateway === row.gateway &&
    (payment.invoiceNo === invoiceNo || isSameCode) &&
    isSamePayment(row, payment)
  );
}

/** Whether it was refused because its code is wrong, expired, or locked. */
function isForCode({ gateway: token, code }: LoggedRequest): boolean {
  const gateway = token === null ? undefined : gateways[token];
  if (gateway === undefined || !('refusals' in gateway)) return false;
  const { wrongCode, expired, locked } = gateway.refusals;
  return [wrongCode, expired, locked].some((refusal) => refusal.code === code);
}

/** The fields that the answer names. */
function refusedFields({ answer }: LoggedRequest): readonly string[] {
  const { error } = Object(jsonValue(answer));
  return Object.keys(Object(error?.fields));
}

function isSamePayment(row: LoggedRequest, payment: Transaction | undefined): boolean {
  if (payment?.status !== 'completed' || payment.accountId !== row.accountId || row.gateway === null)
    return false;
  const judged = judgeAmount(fieldsOf(row).get('amount') ?? '', Number.MAX_SAFE_INTEGER);
  return (
    payment.currency === gateways[row.gateway].currency &&
    'amount' in judged &&
    judged.amount.hundredths === payment.amountHundredths
  );
}

/** A customer may have another number for another gateway. */
function isOtherCustomer(verification: Verification | undefined, payment: Transaction | undefined): boolean {
  if (verification?.gateway !== payment?.gateway) return false;
  return verification?.mobileNumber !== payment?.mobileNumber;
}
