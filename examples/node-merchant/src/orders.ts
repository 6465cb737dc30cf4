import { randomBytes, randomUUID } from 'node:crypto';
import type { Item } from './catalogue.ts';
import type { GatewayError } from './gateway-client.ts';
import type { Gateway } from './gateways.ts';

export type OrderStatus = 'pending' | 'paid' | 'canceled' | 'failed';

/** A callback or return that reached the shop, genuine or not. */
export type Arrival = {
  readonly at: string;
  readonly kind: 'callback' | 'return';
  readonly method: string;
  /** The raw query or body, cut after 4,096 characters. */
  readonly queryOrBody: string;
  readonly verified: boolean;
  readonly outcome: string;
};

export type Order = {
  readonly id: string;
  /** Unique and never reused (API documentation, Limits). Contains only letters, digits and `-`. */
  readonly invoiceNo: string;
  readonly createdAt: string;
  readonly item: Item;
  readonly gateway: Gateway;
  /** In the format sent to the gateway: two decimals, in the gateway's currency. */
  readonly amount: string;
  mobileNumber: string;
  birthYear: string;
  status: OrderStatus;
  /** How often the payment was recorded. Anything other than 0 or 1 is a bug in the shop. */
  timesPaid: number;
  /** Genuine messages that repeated something already known. */
  duplicates: number;
  arrivals: Arrival[];
  transactionId?: string;
  /** Set by verify, required by confirm. */
  processId?: string;
  /** The hosted checkout page. Set when confirm has used up the invoice number. */
  checkoutUrl?: string;
  /** The gateway's last error, shown to the customer. */
  error?: GatewayError | undefined;
};

/** Limited, because anyone can send forged callbacks. */
const arrivalsKept = 100;

/** The shop's orders, in memory, oldest first. */
export class Orders {
  readonly #byId = new Map<string, Order>();
  readonly #byInvoice = new Map<string, Order>();

  create(item: Item, gateway: Gateway, customer: { mobileNumber: string; birthYear: string }): Order {
    const order: Order = {
      id: randomUUID(),
      invoiceNo: `SHOP-${randomBytes(8).toString('hex').toUpperCase()}`,
      createdAt: new Date().toISOString(),
      item,
      gateway,
      amount: item.price[gateway.currency],
      ...customer,
      status: 'pending',
      timesPaid: 0,
      duplicates: 0,
      arrivals: [],
    };
    this.#byId.set(order.id, order);
    this.#byInvoice.set(order.invoiceNo, order);
    return order;
  }

  byId(id: string): Order | undefined {
    return this.#byId.get(id);
  }

  byInvoice(invoiceNo: string): Order | undefined {
    return this.#byInvoice.get(invoiceNo);
  }

  all(): Order[] {
    return [...this.#byId.values()];
  }
}

/**
 * Records the payment, once. There is no `await` between check and change, so only one of two simultaneous
 * callbacks wins. With a database, use a single `UPDATE … WHERE status <> 'paid'`.
 * @returns whether this call recorded it
 */
export function markPaid(order: Order, transactionId: string): boolean {
  if (order.status === 'paid') return false;
  order.status = 'paid';
  order.timesPaid += 1;
  order.transactionId = transactionId;
  order.error = undefined;
  return true;
}

export function recordArrival(order: Order, arrival: Omit<Arrival, 'at'>): void {
  if (arrival.outcome === 'duplicate') order.duplicates += 1;
  if (order.arrivals.length >= arrivalsKept) return;
  const queryOrBody = arrival.queryOrBody.slice(0, 4096);
  order.arrivals.push({ at: new Date().toISOString(), ...arrival, queryOrBody });
}

/** An order as JSON, with API names and without personal data. */
export function orderJson(order: Order) {
  return {
    id: order.id,
    invoice_no: order.invoiceNo,
    gateway: order.gateway.token,
    amount: order.amount,
    currency: order.gateway.currency,
    status: order.status,
    times_paid: order.timesPaid,
    duplicates: order.duplicates,
    transaction_id: order.transactionId ?? null,
    created_at: order.createdAt,
    arrivals: order.arrivals.map(({ queryOrBody, ...rest }) => ({ ...rest, query_or_body: queryOrBody })),
  };
}

/** The next step of the payment as JSON: a code to enter, a page to visit, or the gateway's refusal. */
export function paymentJson({ invoiceNo, status, processId, checkoutUrl, error }: Order) {
  return {
    invoice_no: invoiceNo,
    status,
    ...(processId && { process_id: processId }),
    ...(checkoutUrl && { redirect_url: checkoutUrl }),
    ...(error && { error: { code: error.code, message: error.message, fields: error.fields } }),
  };
}
