import { errorMessage } from '../host/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Forgery } from '../settings/delivery.ts';
import { settingMs } from '../settings/settings.ts';
import type { Callback } from '../store/callbacks.ts';
import { nextTryAt } from './schedule.ts';
import type { Message } from './signed.ts';
import { tell } from './tell.ts';
import { requestBytes } from './wire-request.ts';

type Sent = Pick<Message, 'method' | 'url' | 'body'>;

/** One request to send for a callback: a scheduled try, or one that the tester asked for. */
export interface Job {
  readonly callbackId: number;
  /** Undefined: send the callback as stored. */
  readonly message: Sent | undefined;
  /** Host and port. Concurrent attempts are limited per target. */
  readonly target: string;
  /** Whether this try belongs to the retry schedule. */
  readonly scheduled: boolean;
  /** Whether the unchanged callback goes to its own address. Only then does success count as delivery. */
  readonly genuine: boolean;
  /** Undefined: the stored callback's own. */
  readonly forgery: Forgery | null | undefined;
}

export interface UnderWay extends Job {
  readonly message: Sent;
  readonly forgery: Forgery | null;
  readonly number: number;
  readonly allowSelfSigned: boolean;
}

/**
 * Counts an attempt and schedules the next one before anything is sent. Returns an empty list when the
 * callback has changed since the job was chosen, or when the stored callback cannot be sent. In the latter
 * case the callback fails, and the others go out.
 */
export function beginAttempt(runtime: Runtime, job: Job, now: number): UnderWay[] {
  const { store } = runtime;
  const callback = store.callbacks.get(job.callbackId);
  if (!callback || (job.scheduled && callback.status !== 'pending')) return [];
  const { genuine, message = callback } = job;
  const forgery = job.forgery === undefined ? callback.tamper : job.forgery;
  const request = readable(message);
  if ('error' in request) {
    passOver(runtime, callback, request.error, now);
    return [];
  }
  if (job.scheduled) countTry(runtime, callback, now);
  const number = store.callbacks.beginAttempt({
    callbackId: callback.id,
    at: now,
    url: message.url,
    request: request.bytes,
    genuine: genuine && callback.tamper === null,
    forgery,
  });
  const allowSelfSigned = store.accounts.get(callback.accountId)?.allowSelfSigned ?? false;
  return [{ ...job, message, forgery, number, allowSelfSigned }];
}

function countTry({ store, settings, ids }: Runtime, callback: Callback, now: number): void {
  const { mode, timeout, jitter_seed: seed } = settings.current.callback;
  const tries = callback.tries + 1;
  const next = nextTryAt({ mode, seed, callbackId: callback.id, tries, now, fraction: ids.fraction() });
  // Keep a next try scheduled until this attempt ends, even for the last one, so that a crash cannot lose the
  // callback.
  store.callbacks.countTry(callback.id, next ?? now + settingMs(timeout));
}

function passOver(runtime: Runtime, callback: Callback, why: string, now: number): void {
  const { callbacks } = runtime.store;
  const { id, url } = callback;
  const error = `the stored callback cannot be sent: ${why}`;
  const number = callbacks.beginAttempt({
    callbackId: id,
    at: now,
    url,
    request: '',
    genuine: true,
    forgery: null,
  });
  callbacks.endAttempt(id, number, {
    durationMs: 0,
    answerStatus: null,
    answerHeaders: null,
    answerBody: null,
    error,
  });
  callbacks.setStatus(id, 'exhausted', null);
  tell(runtime, callback, 'callback.exhausted', { error });
}

/** The bytes of the request, or why the stored callback cannot be turned into one. */
function readable(message: Sent): { readonly bytes: string } | { readonly error: string } {
  try {
    return { bytes: requestBytes(message) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}
