import type { Duration } from '../protocol/duration.ts';
import type { Connection } from './connection.ts';
import type { Approval, Checkout, DecidedCheckout, Decline, Delivery, Page } from './contract.ts';
import type { Paging } from './words.ts';

/** Checkouts, decided without a browser. Each is named by its token or its whole `redirect_url`. */
export class Checkouts {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  list(paging: Paging = {}): Promise<Page<Checkout>> {
    return this.#connection.call('listCheckouts', { query: { ...paging, account: this.#account } });
  }

  get(id: string): Promise<Checkout> {
    return this.#connection.call('getCheckout', { params: { id } });
  }

  /** `ALREADY_DECIDED` when it is, as for every other decision. */
  approve(id: string, approval: Approval = {}): Promise<DecidedCheckout> {
    return this.#connection.call('approveCheckout', { params: { id }, body: approval });
  }

  cancel(id: string, delivery: Delivery = {}): Promise<DecidedCheckout> {
    return this.#connection.call('cancelCheckout', { params: { id }, body: delivery });
  }

  /** Leaves the page open for another try, unless it is `final`. Nothing is called back. */
  decline(id: string, decline: Decline = {}): Promise<Checkout> {
    return this.#connection.call('declineCheckout', { params: { id }, body: decline });
  }

  expire(id: string): Promise<Checkout> {
    return this.#connection.call('expireCheckout', { params: { id } });
  }

  extend(id: string, by: Duration): Promise<Checkout> {
    return this.#connection.call('extendCheckout', { params: { id }, body: { by } });
  }
}
