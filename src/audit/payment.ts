import type { Checkout, Resend } from '../client.ts';
import { later } from '../host/timers.ts';
import { type Answer, call } from '../net/call.ts';
import type { AuditOptions } from './audit-options.ts';
import { Books } from './books.ts';
import { Lateness } from './lateness.ts';
import { type OwnCallback, ownCallback } from './own-callback.ts';
import { sandboxCallback } from './sandbox-callback.ts';
import type { State } from './state.ts';
import { NotSent } from './verdict.ts';
import { type Visited, visit } from './visit.ts';

/** A message to your app, and its answer. */
export interface Exchange {
  readonly what: 'callback' | 'return';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly answer: Visited;
}

export interface Step extends Exchange {
  /** When it was sent, by `performance.now()`. */
  readonly atMs: number;
  /** Whether the gateway never sent it in this form. */
  readonly isForged: boolean;
}

const betweenCallbacksMs = 10;

/** An order of your app with its checkout. The audit decides when the sandbox sends its callbacks. */
export class Payment {
  readonly checkout: Checkout;
  readonly #options: AuditOptions;
  readonly #steps: Step[];
  readonly #books: Books;
  #returnUrl = '';
  #callbackId: string | undefined;

  /** `steps` collects your app's answers. */
  constructor(options: AuditOptions, checkout: Checkout, steps: Step[], lateness = new Lateness()) {
    this.#options = options;
    this.checkout = checkout;
    this.#steps = steps;
    this.#books = new Books(options, lateness, steps);
  }

  get invoiceNo(): string {
    return this.checkout.invoice_no;
  }

  /** Where your app asked for the callback. */
  get address(): string {
    return this.checkout.callback_url ?? this.checkout.return_url;
  }

  /** The customer's return URL: complete and signed once the checkout is decided. */
  get returnUrl(): string {
    return this.#returnUrl;
  }

  /** The customer pays. The callback is held. */
  async approve(): Promise<void> {
    const decided = await this.#options.sandbox.checkouts.approve(this.checkout.id, { hold: true });
    this.#returnUrl = decided.return_url;
    this.#callbackId = decided.callbacks[0];
  }

  /** The customer cancels. Not every gateway sends a callback then. */
  async cancel(): Promise<void> {
    const decided = await this.#options.sandbox.checkouts.cancel(this.checkout.id, { hold: true });
    this.#returnUrl = decided.return_url;
    this.#callbackId = decided.callbacks[0];
  }

  get hasCallback(): boolean {
    return this.#callbackId !== undefined;
  }

  /** Whether the return says how the payment ended. */
  get isReturnSigned(): boolean {
    return new URL(this.#returnUrl).searchParams.has('hashed');
  }

  get #callback(): string {
    if (this.#callbackId !== undefined) return this.#callbackId;
    throw new NotSent(
      'Skipped: the sandbox sends no callback for cards, because its setting card.callback is "browser".',
    );
  }

  /** Lets the sandbox send the callback. Without `changes`, the genuine bytes. */
  async callback(changes: Resend = {}): Promise<Answer> {
    const { transaction_id: transactionId } = this.checkout;
    const sent = await sandboxCallback(this.#options, { id: this.#callback, transactionId }, changes);
    const { method, url, answer, earliest } = sent;
    const isForged = Object.keys(changes).length > 0;
    this.#note({ what: 'callback', method, url, answer }, { isForged, earliest });
    return answer;
  }

  /** Sends the genuine callback without the sandbox, which sends only a few at once. At once if it is `ready`. */
  async ownCallback(ready?: OwnCallback): Promise<Answer> {
    return await this.#send(ready ?? (await this.message()));
  }

  /** Sends a forged callback without the sandbox: the request that `callback(changes)` makes. */
  async ownForgery(changes: Resend): Promise<Answer> {
    const { callbacks } = this.#options.sandbox;
    const forged = await callbacks.resend(this.#callback, { ...changes, dry_run: true });
    return await this.#send(await ownCallback(forged, this.#options), { isForged: true });
  }

  async #send(message: OwnCallback, { isForged = false } = {}): Promise<Answer> {
    const { method, url } = message;
    const answer = await call(message);
    this.#note({ what: 'callback', method, url, answer }, { isForged });
    return answer;
  }

  /**
   * Sends the genuine callback `count` times: half of them simultaneously, the others one after another. A
   * server with several processes may give all simultaneous connections to one process, which then handles
   * them in turn.
   */
  async callbacksAtOnce(count: number): Promise<void> {
    const message = await this.message();
    const { method, url } = message;
    const sending = Array.from({ length: count }, async (_, index) => {
      const isLater = index >= count / 2;
      if (isLater) await later((index + 1 - count / 2) * betweenCallbacksMs);
      return await call(message);
    });
    for (const answer of await Promise.all(sending)) this.#note({ what: 'callback', method, url, answer });
  }

  /** Where the sandbox sends the callback. Undefined if it has none. */
  async callbackHost(): Promise<string | undefined> {
    if (this.#callbackId === undefined) return undefined;
    return (await this.#options.sandbox.callbacks.get(this.#callbackId)).target_host;
  }

  /** The genuine callback, ready to be sent. */
  async message(): Promise<OwnCallback> {
    const callback = await this.#options.sandbox.callbacks.get(this.#callback);
    return await ownCallback(callback, this.#options);
  }

  /** The customer's browser returns and follows your app's redirects to the final page. */
  async comeBack(url = this.#returnUrl): Promise<Answer> {
    const answer = await visit(url, this.#options);
    this.#note({ what: 'return', method: 'GET', url, answer }, { isForged: url !== this.#returnUrl });
    return answer;
  }

  #note(step: Exchange, { isForged = false, earliest = performance.now() } = {}): void {
    this.#steps.push({ ...step, isForged, atMs: performance.now() - step.answer.durationMs });
    if (!isForged) this.#books.answered(step.what, earliest);
  }

  /** The order's state once nothing more is expected to happen. Undefined if no check was given. */
  state(): Promise<State | undefined> {
    return this.#books.settled(this.invoiceNo);
  }

  /** The order's state as soon as it is paid, or once nothing more is expected to happen. */
  stateWhenSettled(): Promise<State | undefined> {
    return this.#books.paidOrSettled(this.invoiceNo);
  }

  /** Polls the order's state until it is paid, no longer than a first payment may take. */
  stateInTime(atMostMs?: number): Promise<State | undefined> {
    return this.#books.paidInTime(this.invoiceNo, atMostMs);
  }

  /** Polls the order's state until it is paid. */
  stateWhenPaid(): Promise<State | undefined> {
    return this.#books.paid(this.invoiceNo);
  }
}
