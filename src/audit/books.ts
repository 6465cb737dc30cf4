import { later } from '../host/timers.ts';
import type { AuditOptions } from './audit-options.ts';
import type { Lateness } from './lateness.ts';
import { isRecorded, type State } from './state.ts';

const lookAgainMs = 50;

/** A message to your app that it has answered. */
interface Answered {
  readonly atMs: number;
  readonly answer: { readonly durationMs: number };
}

/** A payment that your app is to record. */
interface Due {
  /** When it answered the message that is to pay, at the earliest. */
  readonly since: number;
  /** Whether the order has been seen unpaid since. */
  isLate: boolean;
  /** Whether the customer has returned since the last look, which may have paid too. */
  hasReturned: boolean;
}

/** An order's state, read as long after your app's last answer as your app needs. */
export class Books {
  readonly #options: AuditOptions;
  readonly #lateness: Lateness;
  readonly #steps: readonly Answered[];
  #lastAt = 0;
  /** Undefined if the order has been seen paid since. */
  #due: Due | undefined;

  /** `steps`: all messages of the case, because those about another order may change this one. */
  constructor(options: AuditOptions, lateness: Lateness, steps: readonly Answered[]) {
    this.#options = options;
    this.#lateness = lateness;
    this.#steps = steps;
  }

  /** Your app has answered a genuine message about this order, not before `at`. */
  answered(what: 'callback' | 'return', at: number): void {
    this.#lastAt = at;
    // A callback is to pay by itself, whenever the customer returns.
    if (what === 'return' && this.#due) this.#due.hasReturned = true;
    else this.#due = { since: at, isLate: false, hasReturned: false };
  }

  /** The state once nothing more is expected to happen. Undefined if no check was given. */
  async settled(invoiceNo: string): Promise<State | undefined> {
    const { readState } = this.#options;
    if (!readState) return undefined;
    await later(this.#leftMs());
    return readState(invoiceNo);
  }

  /** The state as soon as it is paid, or once nothing more is expected to happen. */
  async paidOrSettled(invoiceNo: string): Promise<State | undefined> {
    const state = await this.#paid(invoiceNo, this.#leftMs());
    // What pays it now does not say how late this one is: each wait would be longer than the one before.
    this.#due = undefined;
    return state;
  }

  /** The state as soon as it is paid. Gives up late, and later for an app that has been late. */
  paid(invoiceNo: string): Promise<State | undefined> {
    return this.#paid(invoiceNo, Math.max(this.#options.patienceMs, this.#lateness.waitMs));
  }

  /** The same, whatever the app has been. */
  paidInTime(invoiceNo: string, atMostMs = Infinity): Promise<State | undefined> {
    return this.#paid(invoiceNo, Math.min(this.#options.patienceMs, atMostMs));
  }

  async #paid(invoiceNo: string, patienceMs: number): Promise<State | undefined> {
    const { readState } = this.#options;
    if (!readState) return undefined;
    const endsAt = performance.now() + patienceMs;
    for (;;) {
      const askedAt = performance.now();
      const state = await readState(invoiceNo);
      this.#learn(state, askedAt);
      // A slow check may show the state of its beginning, so the last look begins at the end.
      if (isRecorded(state) || askedAt >= endsAt) return state;
      await later(lookAgainMs);
    }
  }

  #learn(state: State, askedAt: number): void {
    const due = this.#due;
    if (!due) return;
    if (!isRecorded(state)) {
      due.isLate = true;
      due.hasReturned = false;
      return;
    }
    if (!due.isLate) this.#lateness.sawPrompt(askedAt - this.#lastAt);
    else if (!due.hasReturned) this.#lateness.sawLate(performance.now() - due.since);
    this.#due = undefined;
  }

  #leftMs(): number {
    const last = this.#steps.at(-1);
    const answeredAt = last ? last.atMs + last.answer.durationMs : 0;
    return Math.max(this.#options.settleMs, answeredAt + this.#lateness.waitMs - performance.now());
  }
}
