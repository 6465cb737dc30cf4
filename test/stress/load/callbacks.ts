import type { LeftBehind } from './left-behind.ts';
import type { RecordingMerchant } from './merchant.ts';
import { type Order, owesCallback } from './orders.ts';

/** The state of some orders' callbacks. */
export interface Delivered {
  /** Expected callbacks. */
  readonly callbacks: number;
  /** Callbacks that never arrived, that a careful merchant refuses, or that are not stored as delivered. */
  readonly missing: number;
  /** Callbacks that arrived more than once. The promise is at least once. */
  readonly duplicates: number;
}

/** Compares the merchant's own verdicts and the stored state with the expected callbacks. */
export function callbacksOf(
  orders: readonly Order[],
  merchant: RecordingMerchant,
  { delivered }: LeftBehind,
): Delivered {
  const owed = orders.filter(owesCallback);
  const came = ({ invoiceNo, end }: Order) => {
    const arrivals = merchant.arrivals.get(invoiceNo) ?? [];
    const verdict = end === 'completed' ? 'paid' : 'canceled';
    const areGenuine = arrivals.every((each) => each.verdict === verdict && each.text === arrivals[0]?.text);
    return arrivals.length > 0 && areGenuine && delivered.has(invoiceNo);
  };
  const arrived = [...merchant.arrivals.values()];
  return {
    callbacks: owed.length,
    missing: owed.filter((order) => !came(order)).length,
    duplicates: arrived.reduce((sum, { length }) => sum + length - 1, 0),
  };
}
