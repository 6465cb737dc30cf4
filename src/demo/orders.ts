import { randomBytes } from 'node:crypto';
import type { Gateway } from './gateways.ts';

/** What a message did to its order, or why it changed nothing. */
export type Effect = 'paid' | 'repeated' | 'canceled' | 'failed' | 'waiting' | 'forged' | 'mismatch';

/** A callback, or a customer's return. */
export interface Arrival {
  readonly from: 'callback' | 'browser';
  readonly at: number;
  /** The raw query or body. */
  readonly raw: string;
  readonly effect: Effect;
}

export interface Order {
  /** Unique and impossible to guess, because the URL of the order's page contains it. */
  readonly invoiceNo: string;
  readonly gateway: Gateway;
  /** In the format that is sent to the gateway. */
  readonly amount: string;
  readonly mobileNumber: string;
  readonly lang: 'ar' | 'en';
  readonly createdAt: number;
  status: 'pending' | 'paid' | 'canceled' | 'failed';
  /** How often it was marked paid. More than once would mean shipping twice. */
  timesPaid: number;
  paidAt: number | undefined;
  transactionId: string | undefined;
  /** Required by confirm, together with the code. */
  processId: string | undefined;
  /** The gateway's own page. */
  redirectUrl: string | undefined;
  /** The gateway's answer to the last code. */
  problem: string | undefined;
  readonly arrivals: Arrival[];
}

export type NewOrder = Pick<Order, 'gateway' | 'amount' | 'mobileNumber' | 'lang'>;

const mostOrders = 1000;
const mostArrivals = 20;

/** In memory. A real shop uses a database. */
export class Orders {
  readonly #byInvoice = new Map<string, Order>();

  add(order: NewOrder): Order {
    const added: Order = {
      ...order,
      invoiceNo: `SHOP-${randomBytes(5).toString('hex').toUpperCase()}`,
      createdAt: Date.now(),
      status: 'pending',
      timesPaid: 0,
      paidAt: undefined,
      transactionId: undefined,
      processId: undefined,
      redirectUrl: undefined,
      problem: undefined,
      arrivals: [],
    };
    this.#byInvoice.set(added.invoiceNo, added);
    const [oldest] = this.#byInvoice.keys();
    if (this.#byInvoice.size > mostOrders && oldest !== undefined) this.#byInvoice.delete(oldest);
    return added;
  }

  /** Removes an order that the gateway did not accept. */
  remove({ invoiceNo }: Order): void {
    this.#byInvoice.delete(invoiceNo);
  }

  get(invoiceNo: string): Order | undefined {
    return this.#byInvoice.get(invoiceNo);
  }

  newestFirst(): Order[] {
    return [...this.#byInvoice.values()].reverse();
  }
}

/**
 * Marks the order paid, once. There is no `await` between check and change, so only one of two simultaneous
 * messages wins. With a database, use a single `UPDATE … WHERE status <> 'paid'`.
 */
export function markPaid(order: Order, transactionId: string): 'paid' | 'repeated' {
  if (order.status === 'paid') return 'repeated';
  order.status = 'paid';
  order.timesPaid += 1;
  order.paidAt = Date.now();
  order.transactionId = transactionId;
  order.problem = undefined;
  return 'paid';
}

/** Limited, because anyone can send forged messages. */
export function keepArrival({ arrivals }: Order, arrival: Omit<Arrival, 'at'>): void {
  if (arrivals.length < mostArrivals)
    arrivals.push({ ...arrival, raw: arrival.raw.slice(0, 2000), at: Date.now() });
}
