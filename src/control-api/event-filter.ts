import { didYouMean } from '../input/nearest.ts';
import type { EventFilter } from '../store/events-matching.ts';

/**
 * Reads the filter from a query: `type` (several separated by commas), `invoice_no`, `transaction_id`,
 * `mobile_number`, `account`.
 */
export function eventFilter(
  query: (name: string) => string | undefined,
  mobile: (text: string) => string,
): EventFilter {
  const number = query('mobile_number');
  // As in the API, an empty one does not filter.
  const types = query('type') || undefined;
  const transactionId = query('transaction_id');
  return {
    types: types === undefined ? undefined : [...new Set(types.split(','))],
    invoiceNo: query('invoice_no'),
    transactionId: transactionId === undefined ? undefined : Number(transactionId),
    mobileNumber: number === undefined ? undefined : mobile(number),
    accountId: query('account'),
  };
}

/** What is wrong with a list of types separated by commas. Undefined if all are known. */
export function unknownType(list: string, known: readonly string[]): string | undefined {
  const unknown = list.split(',').find((type) => !known.includes(type));
  if (unknown === undefined) return undefined;
  const hint = didYouMean(unknown, known);
  return `no event type is ${JSON.stringify(unknown.slice(0, 100))}${hint && `.${hint}`}`;
}
