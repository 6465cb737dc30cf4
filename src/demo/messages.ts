import { type Arrival, type Effect, keepArrival, markPaid, type Order, type Orders } from './orders.ts';
import { isGenuine, type Parameters } from './signature.ts';

/** A message that claims to come from the gateway. */
export interface Message {
  readonly from: Arrival['from'];
  /** The raw query or body. */
  readonly raw: string;
  readonly parameters: Parameters;
}

export interface Taken {
  readonly order: Order | undefined;
  readonly effect: Effect;
}

/** Processes a callback or return: checks the signature, then the order, and only then the result. */
export function take(orders: Orders, { from, raw, parameters }: Message, secretKey: string): Taken {
  const values = new Map(parameters);
  const order = orders.get(values.get('invoice_no') ?? '');
  const effect = isGenuine(parameters, secretKey) && order ? effectOn(order, from, values) : 'forged';
  if (order) keepArrival(order, { from, raw, effect });
  return { order, effect };
}

function effectOn(order: Order, from: Arrival['from'], values: ReadonlyMap<string, string>): Effect {
  // This gateway's return contains no amount, so it never pays an order. Only the callback does.
  if (order.gateway.callback === 'callback_url' && from === 'browser')
    return values.get('approved') === '1' ? waiting(order) : close(order, 'canceled');
  if (!isAbout(order, values)) return 'mismatch';
  if (values.get('canceled') === '1') return values.has('approved') ? 'mismatch' : close(order, 'canceled');
  if (values.get('approved') !== '1') return close(order, 'failed');
  return markPaid(order, values.get('transaction_id') ?? '');
}

/** A genuine message about another payment also has a genuine signature. */
function isAbout({ amount, gateway }: Order, values: ReadonlyMap<string, string>): boolean {
  return values.get('amount') === amount && (values.get('currency') ?? gateway.currency) === gateway.currency;
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
