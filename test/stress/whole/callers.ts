import { asking } from '../load/ask.ts';
import { fixedCode } from '../load/customer.ts';

/** The longest wait for each kind of call, in milliseconds. */
export type Waits = Readonly<Record<string, number>>;

const amount = '10.00';
const mobile_number = '0945678901';

/**
 * Four callers that send requests without a pause: the health check, a page, the control API, and payments.
 */
export class Callers {
  readonly #ask: (path: string, fields?: Readonly<Record<string, string>>) => Promise<string>;
  #waits: Record<string, number> = {};
  #payments = 0;
  #isOver = false;
  readonly #all: Promise<unknown>;

  constructor(url: string) {
    const ask = asking(() => url);
    this.#ask = async (path, fields) => {
      const { status, text } = await ask(path, fields);
      // A reset or restore may interrupt a payment, so other errors are fine.
      if (status >= 500) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
      return text;
    };
    this.#all = Promise.all([
      this.#again('health', () => this.#ask('/_sandbox/health')),
      this.#again('page', () => this.#ask('/_sandbox/transactions')),
      this.#again('control', () => this.#ask('/_sandbox/api/clock')),
      this.#again('payment', () => this.#pay()),
    ]);
  }

  /** The longest waits since the previous call. */
  take(): Waits {
    const waits = this.#waits;
    this.#waits = {};
    return waits;
  }

  async end(): Promise<number> {
    this.#isOver = true;
    await this.#all;
    return this.#payments;
  }

  async #pay(): Promise<void> {
    const verified = await this.#timed('verify', () =>
      this.#ask('/api/v1/transaction/walletB/verify', { mobile_number, amount }),
    );
    const process_id = String(JSON.parse(verified).result?.process_id);
    const code = fixedCode.slice(0, 4);
    const invoice_no = `WHOLE-${++this.#payments}-${Date.now()}`;
    await this.#timed('confirm', () =>
      this.#ask('/api/v1/transaction/walletB/confirm', { process_id, code, amount, invoice_no }),
    );
  }

  async #again(name: string, work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) await (name === 'payment' ? work() : this.#timed(name, work));
  }

  async #timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const value = await work();
    this.#waits[name] = Math.max(this.#waits[name] ?? 0, performance.now() - startedAt);
    return value;
  }
}
