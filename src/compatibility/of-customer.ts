import { gateways } from '../gateways/index.ts';
import { judgeAmount } from '../protocol/amount.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { firstPage } from '../store/statements.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Verification } from '../store/verifications.ts';
import { fieldsOf, refusalOf } from './logged-fields.ts';

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
  const code = fields.get('code');
  const [otp] = store.verifications.otps({ accountId: row.accountId, code }, { ...firstPage, limit: 1 });
  // The code of another process: the client has sent verify twice and mixed them up, or codes are fixed.
  const isOfOther = otp !== undefined && otp.processId !== processId;
  if (isForCode(row)) return holder?.status === 'completed' && !isOfOther;
  if (isAbout(row, 'invoice_no')) return isSamePayment(row, holder) && !isOtherCustomer(verification, holder);
  if (!isAbout(row, 'process_id') || typeof verification?.transactionId !== 'number') return false;
  const payment = store.transactions.get(verification.transactionId);
  const isSame = payment?.invoiceNo === invoiceNo || (otp?.processId === processId && !isOfOther);
  return isSame && payment?.gateway === row.gateway && isSamePayment(row, payment);
}

/** Whether it was refused because its code is wrong, expired, or locked. */
function isForCode(row: LoggedRequest): boolean {
  const gateway = row.gateway === null ? undefined : gateways[row.gateway];
  if (gateway === undefined || !('refusals' in gateway)) return false;
  const { wrongCode, expired, locked } = gateway.refusals;
  // With `codes: documented`, the reason names the field.
  return [wrongCode, expired, locked].some(
    ({ code, field, why }) => row.code === code || isAbout(row, `${field} ${why}`),
  );
}

/** Whether this is the reason, or its beginning. The answer may not name the field. */
function isAbout(row: LoggedRequest, reason: string): boolean {
  return (
    refusalOf(row)
      ?.why.split(' · ')
      .some((each) => `${each} `.startsWith(`${reason} `)) ?? false
  );
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
