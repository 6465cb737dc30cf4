import { type Arrival, type Effect, keepArrival, markPaid, type Order, type Orders } from './orders.ts';
// biome-ignore lint/correctness/useImportExtensions: the types are in verify.d.mts
import { verifiedFields } from './verify.mjs';

/** A message that claims to come from the gateway. */
export interface Message {
  readonly from: Arrival['from'];
  /** The raw query or body. */
  readonly raw: string;
}

export interface Taken {
  readonly order: Order | undefined;
  readonly effect: Effect | 'unknown order';
}

/** Takes a callback or a return: the signature first, then whether it is about this order, and only then what it says. */
export function take(orders: Orders, { from, raw }: Message, secretKey: string): Taken {
  const fields = verifiedFields(raw, secretKey);
  const order = orders.get(fields?.invoice_no ?? claimedInvoice(raw));
  if (!order) return { order, effect: fields ? 'unknown order' : 'forged' };
  const effect = fields ? effectOn(order, from, fields) : 'forged';
  keepArrival(order, { from, raw, effect });
  return { order, effect };
}

/** The order on whose page a forged message is shown. Nothing else is read from it. */
function claimedInvoice(raw: string): string {
  return /\binvoice_no"?[:=]\s*"?([\w-]+)/.exec(raw)?.[1] ?? '';
}

type Fields = Readonly<Record<string, string>>;

function effectOn(order: Order, from: Arrival['from'], fields: Fields): Effect {
  // This gateway's return says nothing of the amount, so it never pays an order: only the callback does.
  if (order.gateway.callback === 'callback_url' && from === 'browser')
    return fields.approved === '1' ? waiting(order) : close(order, 'canceled');
  if (!isAbout(order, fields)) return 'mismatch';
  if (fields.canceled === '1') return fields.approved === undefined ? close(order, 'canceled') : 'mismatch';
  if (fields.approved !== '1') return close(order, 'failed');
  return markPaid(order, fields.transaction_id ?? '');
}

/** A genuine message about another payment has a genuine signature too. */
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
