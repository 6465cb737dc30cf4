import { plannedCallbacks } from '../callbacks/plan.ts';
import type { Finished } from '../callbacks/signed.ts';
import { deliveryChoice } from '../flows/delivery.ts';
import { finishedOf, returnUrl } from '../flows/session.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Callback } from '../store/callbacks.ts';
import { storedHeaders } from '../store/stored-json.ts';
import { type AppAnswer, answerOf, type ToApp } from './ask-app.ts';

/** A finished checkout whose callback was sent, and the app's last answer. */
export interface PaymentStory {
  readonly callback: Callback;
  readonly finished: Finished;
  readonly answer: AppAnswer;
  /** How many of the newest callbacks to the same handler had the same result. */
  readonly count: number;
}

/** The messages to the app for a finished checkout. */
export interface Sent {
  readonly callback: ToApp | undefined;
  readonly back: ToApp | undefined;
}

/** The handler of the app that a callback goes to. */
export function handlerOf({ gateway, url }: Callback): string {
  return JSON.stringify([gateway, url.split('?', 1)[0]]);
}

/** The newest callback per handler and result. */
export function paymentStories(runtime: Runtime, callbacks: readonly Callback[]): readonly PaymentStory[] {
  const stories = callbacks.flatMap((callback) => storyOf(runtime, callback) ?? []);
  const groups = Map.groupBy(stories, ({ callback, answer }) =>
    JSON.stringify([handlerOf(callback), answer.accepted, answer.status]),
  );
  const newest = [...groups.values()].flatMap((alike) =>
    alike[0] ? [{ ...alike[0], count: alike.length }] : [],
  );
  // Refused ones first, because only the first few are tried.
  return newest.sort((one, other) => Number(one.answer.accepted) - Number(other.answer.accepted));
}

const newestAttempts = { before: Number.MAX_SAFE_INTEGER, limit: 20 };

function storyOf(runtime: Runtime, callback: Callback): PaymentStory | undefined {
  if (callback.tamper !== null || callback.copyOf !== null) return undefined;
  const attempts = runtime.store.callbacks
    .attempts(callback.id, newestAttempts)
    .toReversed()
    .filter(({ genuine, durationMs }) => genuine && durationMs !== null);
  const last = attempts.findLast(({ answerStatus }) => answerStatus !== null) ?? attempts.at(-1);
  const checkout = runtime.store.checkouts.ofTransaction(callback.transactionId);
  const status = runtime.store.transactions.get(callback.transactionId)?.status;
  if (!last || !checkout || checkout.tamper !== null) return undefined;
  if (status !== 'completed' && status !== 'canceled') return undefined;
  const { durationMs, answerStatus, answerHeaders, answerBody, error } = last;
  const answer = answerOf(
    callback.method,
    answerStatus === null
      ? { error: error ?? 'no answer', durationMs: durationMs ?? 0 }
      : {
          status: answerStatus,
          headers: storedHeaders(answerHeaders),
          body: answerBody ?? Buffer.alloc(0),
          durationMs: durationMs ?? 0,
        },
  );
  return { callback, finished: finishedOf(runtime, checkout.token), answer, count: 1 };
}

/** The messages that the app would get for this payment under these settings. */
export function sentUnder(runtime: Runtime, finished: Finished, settings: Settings): Sent {
  const under = { ...runtime, settings: { current: settings } };
  const choice = deliveryChoice(under, finished.transaction.invoiceNo, { order: 'together' });
  const message = plannedCallbacks(under, finished, choice)[0]?.message;
  return {
    callback: message && { ...message, isBrowser: false },
    back: finished.checkout.returnsBrowser
      ? { method: 'GET', url: returnUrl(under, finished), body: null, isBrowser: true }
      : undefined,
  };
}
