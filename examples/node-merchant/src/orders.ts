import { randomBytes, randomUUID } from 'node:crypto';
import type { Item } from './catalogue.ts';
import type { GatewayError } from './gateway-client.ts';
import type { Gateway } from './gateways.ts';

export type OrderStatus = 'pending' | 'paid' | 'canceled' | 'failed';

/** One callback or return that reached the shop, genuine or not. */
export type Arrival = {
  readonly at: string;
  readonly kind: 'callback' | 'return';
  readonly method: string;
  /** The raw query or body as it came, cut after 4,096 characters. */
  readonly queryOrBody: string;
  readonly verified: boolean;
  readonly outcome: string;
};

export type Order = {
  readonly id: string;
  /** Unique and never used before (the document, Limits); only letters, digits and `-`. */
  readonly invoiceNo: string;
  readonly createdAt: string;
  readonly item: Item;
  readonly gateway: Gateway;
  /** As sent to the gateway, two decimals, in the gateway's currency. */
  readonly amount: string;
  mobileNumber: string;
  birthYear: string;
  status: OrderStatus;
  /** How often money was booked. Anything but 0 or 1 is a bug in the shop. */
  timesPaid: number;
  /** Genuine messages that said again what the order knew already. */
  duplicates: number;
  arrivals: Arrival[];
  transactionId?: string;
  /** Set by verify, asked for by confirm. */
  processId?: string;
  /** The hosted checkout page, once a confirm has used up the invoice number. */
  checkoutUrl?: string;
  /** What the gateway said last, for the customer to read. */
  error?: GatewayError | undefined;
};

/** Anyone can send forged callbacks; they must not fill the memory. */
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
 * Books the payment unless that was done before. Nothing is awaited between the question and the booking, so two
 * callbacks at the same moment cannot both win; with a database, this is one `UPDATE … WHERE status <> 'paid'`.
 * @returns whether this call booked it
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

/** The order as JSON shows it: the wire's spelling, no personal data. */
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

/** How the payment goes on, as JSON shows it: a code to type, a page to visit, or what the gateway refused. */
export function paymentJson({ invoiceNo, status, processId, checkoutUrl, error }: Order) {
  return {
    invoice_no: invoiceNo,
    status,
    ...(processId && { process_id: processId }),
    ...(checkoutUrl && { redirect_url: checkoutUrl }),
    ...(error && { error: { code: error.code, message: error.message, fields: error.fields } }),
  };
}
