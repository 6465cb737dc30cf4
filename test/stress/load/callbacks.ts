import type { LeftBehind } from './left-behind.ts';
import type { RecordingMerchant } from './merchant.ts';
import { type Order, owesCallback } from './orders.ts';

/** What has become of the callbacks of some orders. */
export interface Delivered {
  /** Callbacks that were owed. */
  readonly callbacks: number;
  /** Callbacks that never came, or not as a careful merchant takes them, or are not stored as delivered. */
  readonly missing: number;
  /** Callbacks that came more than once: at least once is the promise. */
  readonly duplicates: number;
}

/** Holds what the merchant got, by its own judgement, and what is stored against what was owed. */
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
