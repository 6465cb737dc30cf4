import { isSameAmount } from './amount.ts';
import { markPaid, type Order, type OrderStatus } from './orders.ts';

/** What a message did to its order, or why it did nothing. */
export type Outcome =
  | 'paid'
  | 'duplicate'
  | 'canceled'
  | 'not-approved'
  | 'waiting-for-callback'
  | 'already-paid'
  | 'bad-hash'
  | 'unknown-invoice'
  | 'wrong-gateway'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'contradictory'
  | 'incomplete'
  | 'shop-down';

/** Parameters by name. Pass only what `verifiedFields` has returned. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Processes a message with the whole transaction: a callback, or a card gateway's return (the document,
 * Events). The hash proves the sender. Gateway, amount and currency prove that the message is about this
 * order, because other genuine messages have a valid hash too.
 */
export function settle(order: Order, fields: Fields): Outcome {
  const { gateway, amount } = order;
  if (gateway.callback === 'none' || fields.get('gateway') !== gateway.token) return 'wrong-gateway';
  if (!isSameAmount(fields.get('amount') ?? '', amount)) return 'wrong-amount';
  // Only the international card gateway sends a currency. All others use dinars.
  if ((fields.get('currency') ?? 'LYD') !== gateway.currency) return 'wrong-currency';
  const transactionId = fields.get('transaction_id');
  if (!transactionId) return 'incomplete';
  if (fields.has('canceled')) return fields.has('approved') ? 'contradictory' : close(order, 'canceled');
  if (fields.get('approved') === '0') return close(order, 'failed');
  if (fields.get('approved') !== '1') return 'incomplete';
  return markPaid(order, transactionId) ? 'paid' : 'duplicate';
}

/**
 * Processes a return with only `approved`, `invoice_no` and `hashed`. Without an amount to compare, it may
 * close an order but never pay it. The callback decides.
 */
export function acknowledgeReturn(order: Order, fields: Fields): Outcome {
  const approved = fields.get('approved');
  if (approved === '0') return close(order, 'failed');
  if (approved !== '1') return 'incomplete';
  return order.status === 'paid' ? 'already-paid' : 'waiting-for-callback';
}

/** A paid order stays paid, whatever arrives later. A closed order can still be paid by a later payment. */
function close(order: Order, status: Extract<OrderStatus, 'canceled' | 'failed'>): Outcome {
  if (order.status === 'paid') return 'already-paid';
  if (order.status === status) return 'duplicate';
  order.status = status;
  return status === 'canceled' ? 'canceled' : 'not-approved';
}
