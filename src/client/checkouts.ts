import type { Duration } from '../protocol/duration.ts';
import type { DeliveryOrder, Tampering } from '../settings/settings.ts';
import { type Connection, segment } from './connection.ts';
import type { Checkout, DecidedCheckout, Page } from './shapes.ts';
import type { Named, Paging } from './words.ts';

export type PaymentMethod = 'method_1' | 'method_2' | 'method_3' | 'method_4' | 'method_5';

/** How the callback of a decision is sent. */
export interface Delivery {
  readonly order?: DeliveryOrder;
  readonly delay?: Duration;
  /** How often the same bytes are sent: 1 to 20. */
  readonly copies?: number;
  /** Keep it back until it is released. */
  readonly hold?: boolean;
  /** Send a forged one, which the merchant must refuse. */
  readonly tamper?: Tampering;
}

export interface Approval extends Delivery {
  /** `method_1` unless said; of no effect where the page offers no methods. */
  readonly payment_method?: Named<PaymentMethod>;
}

export interface Decline {
  readonly reason?: string;
  /** The customer cannot try again: the transaction ends as `declined`. */
  readonly final?: boolean;
}

/** Checkouts, decided without a browser. Each is named by its token or its whole `redirect_url`. */
export class Checkouts {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  list(paging: Paging = {}): Promise<Page<Checkout>> {
    return this.#connection.get('checkouts', { query: { ...paging, account: this.#account } });
  }

  get(id: string): Promise<Checkout> {
    return this.#connection.get(`checkouts/${segment(id)}`);
  }

  /** `ALREADY_DECIDED` when it is, as for every other decision. */
  approve(id: string, approval: Approval = {}): Promise<DecidedCheckout> {
    return this.#decide(id, 'approve', approval);
  }

  cancel(id: string, delivery: Delivery = {}): Promise<DecidedCheckout> {
    return this.#decide(id, 'cancel', delivery);
  }

  /** Leaves the page open for another try, unless it is `final`. Nothing is called back. */
  decline(id: string, decline: Decline = {}): Promise<Checkout> {
    return this.#decide(id, 'decline', decline);
  }

  expire(id: string): Promise<Checkout> {
    return this.#decide(id, 'expire', {});
  }

  extend(id: string, by: Duration): Promise<Checkout> {
    return this.#decide(id, 'extend', { by });
  }

  #decide<Shape>(id: string, decision: string, body: object): Promise<Shape> {
    return this.#connection.post(`checkouts/${segment(id)}/${decision}`, { body });
  }
}
