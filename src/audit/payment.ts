import type { Attempt, Callback, Checkout, Resend } from '../client.ts';
import { later } from '../host/timers.ts';
import { type Answer, call } from '../net/call.ts';
import type { AuditOptions } from './audit-options.ts';
import type { State } from './state.ts';
import { AuditError } from './verdict.ts';
import { visit } from './visit.ts';

/** One message that the merchant got, and what it answered. */
export interface Step {
  readonly what: 'callback' | 'return';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly answer: Answer;
}

const lookAgainMs = 50;
const betweenCallbacksMs = 10;
/** A sandbox that is not the audit's own may wait so long for the merchant (gaps, `callback.timeout`). */
const usualTimeoutMs = 10_000;
/** It may take so much longer than the merchant. */
const ownMs = 2000;

/** An order of the merchant with its checkout. Every callback goes out as the sandbox sends it, when we say so and never by itself. */
export class Payment {
  readonly checkout: Checkout;
  readonly #options: AuditOptions;
  readonly #steps: Step[];
  #returnUrl = '';
  #callbackId: string | undefined;

  /** `steps` takes what the merchant answers. */
  constructor(options: AuditOptions, checkout: Checkout, steps: Step[]) {
    this.#options = options;
    this.checkout = checkout;
    this.#steps = steps;
  }

  get invoiceNo(): string {
    return this.checkout.invoice_no;
  }

  /** Where the merchant asked for the callback. */
  get address(): string {
    return this.checkout.callback_url ?? this.checkout.return_url;
  }

  /** Where the customer comes back to: whole and signed, once it is decided. */
  get returnUrl(): string {
    return this.#returnUrl;
  }

  /** The customer pays; the callback is kept back. */
  async approve(): Promise<void> {
    const decided = await this.#options.sandbox.checkouts.approve(this.checkout.id, { hold: true });
    this.#returnUrl = decided.return_url;
    this.#callbackId = decided.callbacks[0];
    if (this.#callbackId === undefined)
      throw new AuditError(
        'This sandbox sends no callback for cards: its setting card.callback is "browser".',
      );
  }

  /** The customer cancels. Not every gateway calls back then. */
  async cancel(): Promise<void> {
    const decided = await this.#options.sandbox.checkouts.cancel(this.checkout.id, { hold: true });
    this.#returnUrl = decided.return_url;
    this.#callbackId = decided.callbacks[0];
  }

  get hasCallback(): boolean {
    return this.#callbackId !== undefined;
  }

  /** Sends the callback, the genuine bytes unless `changes` says otherwise. */
  async callback(changes: Resend = {}): Promise<Answer> {
    const { callbacks } = this.#options.sandbox;
    const id = this.#callbackId ?? '';
    const before = await callbacks.resend(id, changes);
    const wait = Math.max(this.#options.timeoutMs, usualTimeoutMs) + ownMs;
    // Whatever your app answers is what is looked at.
    await callbacks.settled({ transaction_id: this.checkout.transaction_id, wait, retries: true });
    const { method, attempts } = await callbacks.get(id);
    const sentBefore = before.attempts.at(-1)?.number ?? 0;
    const attempt = attempts.at(-1);
    if (!attempt || attempt.number <= sentBefore)
      throw new AuditError(`The sandbox did not send callback ${id}.`);
    const answer = answerOf(attempt);
    this.#steps.push({ what: 'callback', method, url: attempt.url, answer });
    return answer;
  }

  /**
   * Sends the genuine callback's bytes `count` times: half of them at the same moment, the others one after another. A server with
   * several processes may hand all connections of one moment to the same process, which then books them in turn.
   */
  async callbacksAtOnce(count: number): Promise<void> {
    const callback = await this.#options.sandbox.callbacks.get(this.#callbackId ?? '');
    const message = { ...bytesOf(callback), timeoutMs: this.#options.timeoutMs };
    const { method, url } = callback;
    const sending = Array.from({ length: count }, async (_, index) => {
      const isLater = index >= count / 2;
      if (isLater) await later((index + 1 - count / 2) * betweenCallbacksMs);
      return await call(message);
    });
    for (const answer of await Promise.all(sending))
      this.#steps.push({ what: 'callback', method, url, answer });
  }

  /** The customer's browser comes back, and follows the merchant's own redirects to the page that it shows. */
  async comeBack(url = this.#returnUrl): Promise<Answer> {
    const answer = await visit(url, this.#options.timeoutMs);
    this.#steps.push({ what: 'return', method: 'GET', url, answer });
    return answer;
  }

  /** What the merchant's books say when they have had time to; undefined when nobody told us how to ask. */
  async state(): Promise<State | undefined> {
    const { readState, settleMs } = this.#options;
    if (!readState) return undefined;
    await later(settleMs);
    return readState(this.invoiceNo);
  }

  /** The same, awaiting that it says paid. */
  async stateWhenPaid(): Promise<State | undefined> {
    const { readState, patienceMs } = this.#options;
    if (!readState) return undefined;
    const endsAt = performance.now() + patienceMs;
    for (;;) {
      const state = await readState(this.invoiceNo);
      if (state.isPaid || performance.now() >= endsAt) return state;
      await later(lookAgainMs);
    }
  }
}

/** As the sandbox sends it. */
function bytesOf({ method, url, body }: Callback) {
  const headers = { 'User-Agent': 'gateway-sandbox', Accept: '*/*' };
  return {
    method,
    url,
    body,
    headers: body === null ? headers : { ...headers, 'Content-Type': 'application/json' },
  };
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
