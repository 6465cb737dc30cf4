import { isTaken } from '../audit/judge.ts';
import type { MakeOrder } from '../audit/order.ts';
import type { OwnCallback } from '../audit/own-callback.ts';
import type { Payment, Step } from '../audit/payment.ts';
import { Stage } from '../audit/stage.ts';
import { AuditError } from '../audit/verdict.ts';
import { draw } from '../faults/draw.ts';
import { later } from '../host/timers.ts';
import type { Mishaps, Unmade } from './mishaps.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';

/** How often the gateway sends a callback that your app refuses. */
const longestPauseMs = 500;
const mostDeliveries = 4;

/** The gateway would send messages to an address that nobody has allowed. */
export class NotAllowed extends AuditError {}

function notAllowed(what: string, { hostname }: URL): NotAllowed {
  return new NotAllowed(
    `${what} is not on this machine or its network. If this load may go there: --allow-host ${hostname}`,
  );
}

/** One customer's orders, and all messages about them. */
export class Visit {
  readonly gateway: string;
  readonly options: RehearsalOptions;
  readonly #mishaps: Pick<Mishaps, 'newest' | 'newestKnown'>;
  readonly #stage: Stage;
  readonly #seed: number;
  #drawn = 0;
  #bystander: Payment | undefined;
  #lacksBystander = false;
  #wanted = '';
  #unmade: Unmade | undefined;

  constructor(
    options: RehearsalOptions,
    { gateway, seed }: { readonly gateway: string; readonly seed: number },
    mishaps: Pick<Mishaps, 'newest' | 'newestKnown'>,
  ) {
    this.#mishaps = mishaps;
    this.options = options;
    this.gateway = gateway;
    this.#seed = seed;
    const makeOrder: MakeOrder = (wanted) => {
      this.#wanted = wanted.invoiceNo;
      return options.makeOrder(wanted);
    };
    this.#stage = new Stage({ ...options, makeOrder }, gateway, undefined);
  }

  get steps(): readonly Step[] {
    return this.#stage.steps;
  }

  /** The customer's own order. Undefined if your app could not create all orders of the customer. */
  get order(): Payment | undefined {
    if (this.#lacksBystander) return undefined;
    return this.#stage.payments.find((payment) => payment !== this.#bystander);
  }

  /** The numbers of all its orders that your app created, also of another customer's. */
  get madeNumbers(): readonly string[] {
    return this.#stage.payments.map(({ invoiceNo }) => invoiceNo);
  }

  /** The order that your app could not create. Undefined if there is none. */
  get unmade(): Unmade | undefined {
    return this.#unmade;
  }

  /** Creates an order with an open checkout. */
  async payment(): Promise<Payment> {
    const payment = await this.#made();
    const { callback_url, return_url } = payment.checkout;
    const far = [callback_url, return_url].find((url) => url !== null && !this.options.mayReach(url));
    if (far) throw notAllowed(`Your app opened a checkout with the address ${far}, which`, new URL(far));
    return payment;
  }

  /** Pays an order at the gateway. Your app does not know yet. */
  async approve(payment: Payment): Promise<void> {
    await payment.approve();
    await this.#mustBeNear(payment);
  }

  async cancel(payment: Payment): Promise<void> {
    await payment.cancel();
    await this.#mustBeNear(payment);
  }

  /** `callback_host_map` may name a host for the callback that its URL does not show. */
  async #mustBeNear(payment: Payment): Promise<void> {
    const host = await payment.callbackHost();
    if (host === undefined || this.options.mayReach(`http://${host}`)) return;
    const what = `\`callback_host_map\` sends the callbacks of ${new URL(payment.address).host} to ${host}, which`;
    throw notAllowed(what, new URL(`http://${host}`));
  }

  async #made(): Promise<Payment> {
    const after = this.#mishaps.newestKnown;
    try {
      return await this.#stage.payment();
    } catch (error) {
      const failedAt = performance.now();
      const upTo = await this.#mishaps.newest();
      this.#unmade = { invoiceNo: this.#wanted, after, upTo, failedAt };
      throw error;
    }
  }

  /** Creates an order and pays it at the gateway. Your app does not know yet. */
  async approved(): Promise<Payment> {
    const payment = await this.payment();
    await this.approve(payment);
    return payment;
  }

  /** Another customer's paid order. Nothing is expected of it. */
  async bystander(): Promise<Payment> {
    this.#lacksBystander = true;
    this.#bystander = await this.approved();
    this.#lacksBystander = false;
    return this.#bystander;
  }

  /** Sends the genuine callback, and again for as long as your app refuses it, like the gateway. */
  async deliver(payment: Payment, ready?: OwnCallback): Promise<void> {
    for (let sent = 1; ; sent += 1) {
      await payment.ownCallback(ready);
      const last = this.steps.findLast(({ what }) => what === 'callback');
      if (!last || isTaken(last) || sent === mostDeliveries) return;
      // Also when the day ends early: your app may need this time.
      await later(Math.min(this.options.slowMs / 4, longestPauseMs) * sent);
    }
  }

  /** Ends at once when the day ends early. */
  async wait(ms: number): Promise<void> {
    await later(ms, undefined, { signal: this.options.closing }).catch(() => undefined);
  }

  /** A number from 0 to 1, from the seed. */
  draw(): number {
    this.#drawn += 1;
    return draw(this.#seed, this.#drawn);
  }
}
