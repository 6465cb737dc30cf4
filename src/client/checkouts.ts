import type { Duration } from '../protocol/duration.ts';
import { objectGiven } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { Approval, Checkout, DecidedCheckout, Decline, Delivery, Page } from './contract.ts';
import type { Paging } from './words.ts';

/** Decides checkouts without a browser. A checkout is identified by its token or its full `redirect_url`. */
export class Checkouts {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  async list(paging: Paging = {}): Promise<Page<Checkout>> {
    const query = { ...objectGiven('paging', paging), account: this.#account };
    return this.#connection.call('listCheckouts', { query });
  }

  get(id: string): Promise<Checkout> {
    return this.#connection.call('getCheckout', { params: { id } });
  }

  /** Fails with `ALREADY_DECIDED` for a decided checkout, like the other decisions. */
  async approve(id: string, approval: Approval = {}): Promise<DecidedCheckout> {
    const body = objectGiven('approval', approval);
    return this.#connection.call('approveCheckout', { params: { id }, body });
  }

  async cancel(id: string, delivery: Delivery = {}): Promise<DecidedCheckout> {
    const body = objectGiven('delivery', delivery);
    return this.#connection.call('cancelCheckout', { params: { id }, body });
  }

  /** Keeps the page open for another attempt, unless `final` is set. Sends no callback. */
  async decline(id: string, decline: Decline = {}): Promise<Checkout> {
    const body = objectGiven('decline', decline);
    return this.#connection.call('declineCheckout', { params: { id }, body });
  }

  expire(id: string): Promise<Checkout> {
    return this.#connection.call('expireCheckout', { params: { id } });
  }

  extend(id: string, by: Duration): Promise<Checkout> {
    return this.#connection.call('extendCheckout', { params: { id }, body: { by } });
  }
}
