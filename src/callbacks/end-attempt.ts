import { beginning } from '../host/beginning.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { AttemptEnd } from '../store/attempts.ts';
import type { Callback } from '../store/callbacks.ts';
import type { UnderWay } from './begin-attempt.ts';
import { nextTryAt, retryAfterMs } from './schedule.ts';
import { tell } from './tell.ts';
import type { Answered, Delivered } from './wire-request.ts';

/** Stores how an attempt ended and updates its callback: delivered, retrying or failed. */
export function endAttempt(runtime: Runtime, underWay: UnderWay, delivered: Delivered): void {
  const { store } = runtime;
  const { callbackId, number, genuine, forgery, scheduled, message } = underWay;
  store.callbacks.endAttempt(callbackId, number, endOf(message.method, delivered));
  const callback = store.callbacks.get(callbackId);
  if (!callback) return;
  const success = isDelivered(message.method, delivered);
  tell(runtime, callback, 'callback.attempted', {
    number,
    genuine: genuine && callback.tamper === null,
    // What was wrong with this message, which may be another than the callback's own.
    tampered: forgery ?? undefined,
    ...outcomeOf(delivered),
    delivered: success,
  });
  // With another address or other fields, the result says nothing about the callback itself.
  if (!genuine || callback.status === 'delivered') return;
  if (success) settle(runtime, callback, 'delivered');
  else if (scheduled && callback.status === 'pending') planNext(runtime, callback, delivered);
  // A tester sent the lost callback after all: it arrived, and was refused.
  else if (callback.status === 'dropped') settle(runtime, callback, 'exhausted');
}

function planNext(runtime: Runtime, callback: Callback, delivered: Delivered): void {
  const { store, clock, settings, ids, alarms } = runtime;
  const now = clock.now();
  const { mode, jitter_seed: seed } = settings.current.callback;
  const next = nextTryAt({
    mode,
    seed,
    callbackId: callback.id,
    tries: callback.tries,
    now,
    fraction: ids.fraction(),
  });
  if (next === undefined) {
    settle(runtime, callback, 'exhausted');
    return;
  }
  const askedMs = retryAfterOf(delivered);
  const at = askedMs === undefined ? next : now + askedMs;
  store.callbacks.setStatus(callback.id, 'pending', at);
  alarms.note(at);
}

function settle(runtime: Runtime, callback: Callback, status: 'delivered' | 'exhausted'): void {
  runtime.store.callbacks.setStatus(callback.id, status, null);
  tell(runtime, callback, `callback.${status}`);
}

/** POST needs a 2xx. GET accepts 3xx too, because the merchant's return page may redirect. */
export function isDelivered(method: 'GET' | 'POST', delivered: Delivered): boolean {
  if (!('status' in delivered)) return false;
  return delivered.status >= 200 && delivered.status < (method === 'GET' ? 400 : 300);
}

function endOf(method: 'GET' | 'POST', delivered: Delivered): AttemptEnd {
  if ('error' in delivered) {
    const { durationMs, error } = delivered;
    return { durationMs, answerStatus: null, answerHeaders: null, answerBody: null, error };
  }
  return {
    durationMs: delivered.durationMs,
    answerStatus: delivered.status,
    answerHeaders: JSON.stringify(delivered.headers),
    answerBody: delivered.body,
    error: method === 'POST' ? redirectWords(delivered) : null,
  };
}

/** Redirects are not followed, and a redirect does not prove that the app understood the callback. */
function redirectWords({ status, headers }: Answered): string | null {
  if (status < 300 || status > 399) return null;
  const to = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? 'nowhere';
  return `a redirect to ${beginning(to, 500)} is not followed`;
}

function outcomeOf(delivered: Delivered): Readonly<Record<string, unknown>> {
  return 'status' in delivered ? { status: delivered.status } : { error: delivered.error };
}

/** How long the merchant asks to wait. `Retry-After` is read with 429 and 503 only. */
function retryAfterOf(delivered: Delivered): number | undefined {
  if (!('status' in delivered) || (delivered.status !== 429 && delivered.status !== 503)) return undefined;
  return retryAfterMs(delivered.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]);
}
