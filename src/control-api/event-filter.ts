import type { EventFilter } from '../journal/followers.ts';

/**
 * Reads the filter from a query: `type` (several separated by commas), `invoice_no`, `transaction_id`,
 * `mobile_number`, `account`.
 */
export function eventFilter(
  query: (name: string) => string | undefined,
  mobile: (text: string) => string,
): EventFilter {
  const number = query('mobile_number');
  const types = query('type');
  const transactionId = query('transaction_id');
  return {
    types: types === undefined ? undefined : [...new Set(types.split(','))],
    invoiceNo: query('invoice_no'),
    transactionId: transactionId === undefined ? undefined : Number(transactionId),
    mobileNumber: number === undefined ? undefined : mobile(number),
    accountId: query('account'),
  };
}
