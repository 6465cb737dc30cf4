import { isSameAmount } from './amount.ts';
import { markPaid, type Order, type OrderStatus } from './orders.ts';

/** What an arrival did to its order, or why it did nothing. */
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

/** Parameters by name. Pass them on only if `verifiedFields` gave them. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Acts on a message that carries the whole transaction: a callback, or a card gateway's return (the document, Events).
 * The hash has proved who sent it; gateway, amount and currency prove that it is about this order, for a genuine
 * message of another kind has a genuine hash too.
 */
export function settle(order: Order, fields: Fields): Outcome {
  const { gateway, amount } = order;
  if (gateway.callback === 'none' || fields.get('gateway') !== gateway.token) return 'wrong-gateway';
  if (!isSameAmount(fields.get('amount') ?? '', amount)) return 'wrong-amount';
  // Only the international card gateway names a currency; all others are in dinars.
  if ((fields.get('currency') ?? 'LYD') !== gateway.currency) return 'wrong-currency';
  const transactionId = fields.get('transaction_id');
  if (!transactionId) return 'incomplete';
  if (fields.has('canceled')) return fields.has('approved') ? 'contradictory' : close(order, 'canceled');
  if (fields.get('approved') === '0') return close(order, 'failed');
  if (fields.get('approved') !== '1') return 'incomplete';
  return markPaid(order, transactionId) ? 'paid' : 'duplicate';
}

/**
 * Acts on a return that carries only `approved`, `invoice_no` and `hashed`: with no amount to compare it may close an
 * order but never pay it. The callback is the authority.
 */
export function acknowledgeReturn(order: Order, fields: Fields): Outcome {
  const approved = fields.get('approved');
  if (approved === '0') return close(order, 'failed');
  if (approved !== '1') return 'incomplete';
  return order.status === 'paid' ? 'already-paid' : 'waiting-for-callback';
}

/** A paid order stays paid whatever comes later; a payment that comes later still pays a closed one. */
function close(order: Order, status: Extract<OrderStatus, 'canceled' | 'failed'>): Outcome {
  if (order.status === 'paid') return 'already-paid';
  if (order.status === status) return 'duplicate';
  order.status = status;
  return status === 'canceled' ? 'canceled' : 'not-approved';
}
