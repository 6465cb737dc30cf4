import type { Attempt, Callback, Checkout, Resend } from '../client.ts';
import { later } from '../host/timers.ts';
import { type Answer, call } from '../net/call.ts';
import type { AuditOptions } from './audit-options.ts';
import type { State } from './state.ts';
import { AuditError } from './verdict.ts';
import { visit } from './visit.ts';

/** A message to your app, and its answer. */
export interface Exchange {
  readonly what: 'callback' | 'return';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly answer: Answer;
}

export interface Step extends Exchange {
  /** When it was sent, by `performance.now()`. */
  readonly atMs: number;
  /** Whether the gateway never sent it in this form. */
  readonly isForged: boolean;
}

const lookAgainMs = 50;
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
  #returnUrl = '';
  #callbackId: string | undefined;

  /** `steps` collects your app's answers. */
  constructor(options: AuditOptions, checkout: Checkout, steps: Step[]) {
    this.#options = options;
    this.checkout = checkout;
    this.#steps = steps;
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
    if (this.#callbackId === undefined)
      throw new AuditError(
        'This sandbox sends no callback for cards: its setting card.callback is "browser".',
      );
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

  /** Sends the callback. Without `changes`, the genuine bytes. */
  async callback(changes: Resend = {}): Promise<Answer> {
    const { callbacks } = this.#options.sandbox;
    const id = this.#callbackId ?? '';
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
    this.#note({ what: 'callback', method, url: attempt.url, answer }, Object.keys(changes).length > 0);
    return answer;
  }

  /** Sends the genuine callback without the sandbox, which sends only a few at once. */
  async ownCallback(): Promise<Answer> {
    const callback = await this.#options.sandbox.callbacks.get(this.#callbackId ?? '');
    const { method, url } = callback;
    const answer = await call({ ...bytesOf(callback), timeoutMs: this.#options.timeoutMs });
    this.#note({ what: 'callback', method, url, answer });
    return answer;
  }

  /**
   * Sends the genuine callback `count` times: half of them simultaneously, the others one after another. A
   * server with several processes may give all simultaneous connections to one process, which then handles
   * them in turn.
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
    for (const answer of await Promise.all(sending)) this.#note({ what: 'callback', method, url, answer });
  }

  /** The customer's browser returns and follows your app's redirects to the final page. */
  async comeBack(url = this.#returnUrl): Promise<Answer> {
    const answer = await visit(url, this.#options.timeoutMs);
    this.#note({ what: 'return', method: 'GET', url, answer }, url !== this.#returnUrl);
    return answer;
  }

  #note(step: Exchange, isForged = false): void {
    this.#steps.push({ ...step, isForged, atMs: performance.now() - step.answer.durationMs });
  }

  /** The order's state after the settle time. Undefined if no check was given. */
  async state(): Promise<State | undefined> {
    const { readState, settleMs } = this.#options;
    if (!readState) return undefined;
    await later(settleMs);
    return readState(this.invoiceNo);
  }

  /** Polls the order's state until it is paid. */
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

/** The same request that the sandbox sends. */
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
