import type { Ask } from '../load/ask.ts';
import { buy } from '../load/customer.ts';
import { type Ended, orderOf } from '../load/orders.ts';

/** Customers who place one order after another until they are refused or nothing answers. */
export class Crowd {
  readonly ended = new Map<string, Ended>();
  readonly wrong: string[] = [];
  readonly gone: Promise<unknown>;
  #number = 0;
  #waiting: (() => void) | undefined;

  readonly #enough: number;

  /** `enough`: no new orders after this many have ended. */
  constructor(ask: Ask, customers: number, enough = Number.POSITIVE_INFINITY) {
    this.#enough = enough;
    this.gone = Promise.all(Array.from({ length: customers }, () => this.#buyOn(ask)));
  }

  reached(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = () => {
        if (this.ended.size >= count) resolve();
      };
      this.#waiting();
    });
  }

  async #buyOn(ask: Ask): Promise<void> {
    while (this.ended.size < this.#enough) {
      const order = orderOf(this.#number++, 'LOST', 'http://127.0.0.1:9');
      try {
        this.ended.set(order.invoiceNo, await buy(ask, order));
        this.#waiting?.();
      } catch (error) {
        const message = String(error);
        if (!/BACKEND_ERROR|: 503 |fetch failed/.test(message)) this.wrong.push(message);
        return;
      }
    }
  }
}
