import { setTimeout as later } from 'node:timers/promises';
import type { Ask } from '../load/ask.ts';
import { buy } from '../load/customer.ts';
import type { RecordingMerchant } from '../load/merchant.ts';
import { type Ended, type Order, orderOf } from '../load/orders.ts';

const tickMs = 5;

/** Customers who arrive at fixed times, regardless of how many are still there, and their results. */
export class Customers {
  readonly orders: Order[] = [];
  readonly ended = new Map<string, Ended>();
  readonly wrong: string[] = [];
  readonly callMs: number[] = [];
  /** When an order's last form was sent. */
  readonly #sentAt = new Map<string, number>();
  readonly #ask: Ask;
  readonly #merchantUrl: string;

  constructor(ask: Ask, merchantUrl: string) {
    this.#ask = ask;
    this.#merchantUrl = merchantUrl;
  }

  /** Settles when the last customer has left. Returns the seconds during which they arrived. */
  async come(rate: number, seconds: number): Promise<number> {
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    const all: Promise<void>[] = [];
    while (all.length < rate * seconds) {
      const due = Math.min(rate * seconds, elapsed() * rate);
      while (all.length < due) all.push(this.#one(all.length));
      await later(tickMs);
    }
    const came = elapsed();
    await Promise.all(all);
    return came;
  }

  /** From sending the last form to the first arrival of the callback. */
  delaysTo({ arrivals }: RecordingMerchant): number[] {
    return this.orders.flatMap(({ invoiceNo }) => {
      const [first] = arrivals.get(invoiceNo) ?? [];
      return first ? [first.at - (this.#sentAt.get(invoiceNo) ?? Number.NaN)] : [];
    });
  }

  async #one(number: number): Promise<void> {
    const order = orderOf(number, 'SOAK', this.#merchantUrl);
    this.orders.push(order);
    try {
      const end = await buy((path, fields) => this.#timed(order, path, fields), order);
      this.ended.set(order.invoiceNo, end);
      if (end !== order.end) this.wrong.push(`${order.invoiceNo} is ${end} and not ${order.end}`);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      this.wrong.push(`${order.invoiceNo}: ${error}${cause === undefined ? '' : ` (${cause})`}`);
    }
  }

  async #timed({ invoiceNo }: Order, ...[path, fields]: Parameters<Ask>): ReturnType<Ask> {
    const sentAt = performance.now();
    if (fields) this.#sentAt.set(invoiceNo, sentAt);
    const reply = await this.#ask(path, fields);
    this.callMs.push(performance.now() - sentAt);
    return reply;
  }
}
