import { answerToForgery, type ForgeryAnswer, mustBeRefused } from '../../settings/delivery.ts';
import type { AttemptSummary } from '../../store/attempts.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { Store } from '../../store/store.ts';
import type { Reader } from '../reader.ts';
import type { Result } from '../tester-models.ts';

export interface CallbackResult {
  readonly result: Result;
  readonly attempts: number;
  /** How the attempt ended that the result is about, in words. */
  readonly outcome: string;
}

/**
 * What became of a callback. Its own attempts decide, not the variants that a tester sent, except that an
 * accepted forgery is a problem whatever happened to the callback itself.
 */
export function callbackResult(store: Store, t: Reader['t'], callback: Callback): CallbackResult {
  const { lastAttempt, lastOwnAttempt, lastForgedAttempt, acceptedForgery } = store.callbacks;
  const { id } = callback;
  const isAlarm = acceptedForgery(id) !== undefined;
  const last = isAlarm ? lastForgedAttempt(id) : lastOwnAttempt(callback);
  return {
    result: isAlarm ? alarm(t, last) : resultOf(store, t, callback, last),
    attempts: lastAttempt(id)?.number ?? 0,
    outcome: last ? outcomeOf(t, last) : '',
  };
}

/** Whether an answer to a forgery is right. Undefined if it proves nothing, and it is no failure either. */
export const isRightAnswer: Readonly<Record<ForgeryAnswer, boolean | undefined>> = {
  accepted: false,
  redirected: undefined,
  rejected: true,
  failed: false,
};

/** Says that a message is forged, unless it truthfully says that nothing was paid. */
export function forgedWords(forgery: string, what: string, forged: (what: string) => string): string {
  return mustBeRefused(forgery) ? forged(what) : what;
}

/** How an attempt ended, in words. */
export function outcomeOf(
  { dashboard }: Reader['t'],
  attempt: { readonly answerStatus: number | null; readonly error: string | null },
): string {
  const { answered, underWay } = dashboard.callback;
  if (attempt.answerStatus !== null) return answered(attempt.answerStatus);
  return attempt.error ?? underWay;
}

/** Whether another attempt follows one that has ended. */
export function isRetried({ callbacks }: Store, callback: Callback): boolean {
  return callback.status === 'pending' && callbacks.hasEnded(callback);
}

/** A forgery stays a problem when a later one is refused. */
function alarm({ dashboard }: Reader['t'], last: AttemptSummary | undefined): Result {
  const { noLongerAccepted, acceptedForgery } = dashboard.callback;
  const isRejected = answerToForgery(last?.answerStatus) === 'rejected';
  return { kind: 'forged', text: isRejected ? noLongerAccepted : acceptedForgery, isAlarm: true };
}

function resultOf(
  store: Store,
  { dashboard }: Reader['t'],
  callback: Callback,
  last: AttemptSummary | undefined,
): Result {
  const { status, tamper } = callback;
  const { rejectedForgery, redirectedForgery, failedForgery } = dashboard.callback;
  const isOver = status === 'delivered' || status === 'exhausted';
  if (mustBeRefused(tamper) && isOver) {
    const answer = answerToForgery(last?.answerStatus);
    if (answer === 'rejected') return { kind: 'ok', text: rejectedForgery, isAlarm: false };
    if (answer === 'redirected') return { kind: 'unproven', text: redirectedForgery, isAlarm: false };
    return { kind: 'exhausted', text: failedForgery, isAlarm: false };
  }
  const state = isRetried(store, callback) ? 'retrying' : status;
  return { kind: status, text: dashboard.states[state], isAlarm: false };
}
