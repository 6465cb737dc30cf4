import type { Attempt, Checkout, Resend } from '../client.ts';
import { later } from '../host/timers.ts';
import { type Answer, call } from '../net/call.ts';
import type { AuditOptions } from './audit-options.ts';
import { Books } from './books.ts';
import { Lateness } from './lateness.ts';
import { type OwnCallback, ownCallback } from './own-callback.ts';
import type { State } from './state.ts';
import { AuditError, NotSent } from './verdict.ts';
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
/** How long a sandbox at `--url` may wait for your app (`callback.timeout` of the settings). */
const usualTimeoutMs = 10_000;
/** Additional time for the sandbox itself. */
const ownMs = 2000;

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

  /** Sends the callback. Without `changes`, the genuine bytes. */
  async callback(changes: Resend = {}): Promise<Answer> {
    const { callbacks } = this.#options.sandbox;
    const id = this.#callback;
    const sentAt = performance.now();
    const before = await callbacks.resend(id, changes);
    const wait = Math.max(this.#options.timeoutMs, usualTimeoutMs) + ownMs;
    // Your app may answer anything, so a refusal must not end the wait early.
    await callbacks.settled({ transaction_id: this.checkout.transaction_id, wait, retries: true });
    const { method, attempts } = await callbacks.get(id);
    const sentBefore = before.attempts.at(-1)?.number ?? 0;
    const attempt = attempts.at(-1);
    if (!attempt || attempt.number <= sentBefore)
      throw new AuditError(`The sandbox did not send callback ${id}.`);
    const answer = answerOf(attempt);
    const isForged = Object.keys(changes).length > 0;
    // Of several attempts, only the end of the last is known.
    const isOnly = attempt.number === sentBefore + 1;
    const earliest = isOnly ? sentAt + answer.durationMs : performance.now();
    this.#note({ what: 'callback', method, url: attempt.url, answer }, { isForged, earliest });
    return answer;
  }

  /** Sends the genuine callback without the sandbox, which sends only a few at once. At once if it is `ready`. */
  async ownCallback(ready?: OwnCallback): Promise<Answer> {
    const message = ready ?? (await this.message());
    const { method, url } = message;
    const answer = await call(message);
    this.#note({ what: 'callback', method, url, answer });
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

function answerOf({ answer, error, duration_ms: durationMs }: Attempt): Answer {
  const location = answer?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return {
    status: answer?.status ?? null,
    error,
    location: location ?? null,
    headers: answer?.headers ?? [],
    body: answer?.body ?? '',
    durationMs: durationMs ?? 0,
  };
}
