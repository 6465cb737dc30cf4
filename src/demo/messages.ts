import { type Arrival, type Effect, keepArrival, markPaid, type Order, type Orders } from './orders.ts';
// biome-ignore lint/correctness/useImportExtensions: the types are in verify.d.mts
import { verifiedFields } from './verify.mjs';

/** A message that claims to be from the gateway. */
export interface Message {
  readonly from: Arrival['from'];
  /** The raw query or body. */
  readonly raw: string;
}

export interface Taken {
  readonly order: Order | undefined;
  readonly effect: Effect | 'unknown order';
}

/**
 * Handles a callback or a return: checks the signature, then that it is about this order, and only then reads
 * the result.
 */
export function take(orders: Orders, { from, raw }: Message, secretKey: string): Taken {
  const fields = verifiedFields(raw, secretKey);
  const order = orders.get(fields?.invoice_no ?? claimedInvoice(raw));
  if (!order) return { order, effect: fields ? 'unknown order' : 'forged' };
  const effect = fields ? effectOn(order, from, fields) : 'forged';
  keepArrival(order, { from, raw, effect });
  return { order, effect };
}

/** The order whose page shows a forged message. Nothing else is read from the message. */
function claimedInvoice(raw: string): string {
  return /\binvoice_no"?[:=]\s*"?([\w-]+)/.exec(raw)?.[1] ?? '';
}

type Fields = Readonly<Record<string, string>>;

function effectOn(order: Order, from: Arrival['from'], fields: Fields): Effect {
  // This gateway's return doesn't include the amount, so only the callback can mark an order as paid.
  if (order.gateway.callback === 'callback_url' && from === 'browser')
    return fields.approved === '1' ? waiting(order) : close(order, 'canceled');
  if (!isAbout(order, fields)) return 'mismatch';
  if (fields.canceled === '1') return fields.approved === undefined ? close(order, 'canceled') : 'mismatch';
  if (fields.approved !== '1') return close(order, 'failed');
  return markPaid(order, fields.transaction_id ?? '');
}

/** A valid signature isn't enough, because the message may be about another payment. */
function isAbout({ amount, gateway }: Order, fields: Fields): boolean {
  return fields.amount === amount && (fields.currency ?? gateway.currency) === gateway.currency;
}

function waiting({ status }: Order): Effect {
  return status === 'paid' ? 'repeated' : 'waiting';
}

/** A paid order stays paid, whatever arrives later. */
function close(order: Order, status: 'canceled' | 'failed'): Effect {
  if (order.status === 'paid') return 'repeated';
  order.status = status;
  return status;
}
