import { droppedBody, mostAttempts } from '../../control-api/attempt-shape.ts';
import { callbackRecord } from '../../control-api/shapes.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { answerToForgery, mustBeRefused, tamperings } from '../../settings/delivery.ts';
import type { Attempt } from '../../store/attempts.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { Store } from '../../store/store.ts';
import { storedHeaders, storedPairs } from '../../store/stored-json.ts';
import type { Reader } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import { callbackResult, isRightAnswer, outcomeOf } from './callback-result.ts';
import { factsOf } from './facts.ts';
import type { AttemptView, CallbackPage, FormState } from './page-models.ts';
import { visibleText } from './visible-text.ts';

const untouched: FormState = { form: '', values: {}, errors: {} };

export function callbackPage(
  runtime: Runtime,
  reader: Reader,
  callback: Callback,
  before: number,
  form: FormState = untouched,
): CallbackPage {
  // Excludes the members that the page shows elsewhere.
  const { body, fields, signed_string, status, hashed, id: _, ...record } = callbackRecord(runtime, callback);
  const { id } = callback;
  return {
    ...testerFrame(runtime, reader, 'callbacks', reader.t.dashboard.callback.title(id)),
    id: String(id),
    status,
    result: callbackResult(runtime.store, reader.t, callback).result,
    cursor: String(runtime.store.events.lastId()),
    facts: factsOf(record, {
      transaction_id: `/_sandbox/transactions/${callback.transactionId}`,
      copy_of: `/_sandbox/callbacks/${callback.copyOf}`,
    }),
    signedString: signed_string,
    body: body ?? undefined,
    fields: storedPairs(callback.fields).map(([name, value]) => ({ name, value: String(value) })),
    ...attemptsBefore(runtime, reader, callback, before),
    tamperings: tamperings.map((value) => ({ value, label: reader.t.dashboard.callback.forgeries[value] })),
    form,
  };
}

/** The link to one attempt, on the page that shows it. */
export function attemptHref({ callbacks }: Store, id: number, number: number): string {
  const newest = callbacks.lastAttempt(id)?.number ?? number;
  const page = number > newest - mostAttempts ? '' : `?before=${number + 1}`;
  return `/_sandbox/callbacks/${id}${page}#attempt-${number}`;
}

/** The newest attempts before a number, oldest first, with links to the others. */
function attemptsBefore({ store }: Runtime, { t }: Reader, callback: Callback, before: number) {
  const rows = store.callbacks.attempts(callback.id, { before, limit: mostAttempts }).toReversed();
  const path = `/_sandbox/callbacks/${callback.id}`;
  const first = rows[0]?.number ?? 1;
  const total = store.callbacks.lastAttempt(callback.id)?.number ?? 0;
  const isNewest = (rows.at(-1)?.number ?? 0) === total;
  return {
    attempts: rows.map((attempt) => attemptView(t, callback, attempt)),
    attemptsTotal: total,
    olderHref: first > 1 ? `${path}?before=${first}#attempts` : undefined,
    newestHref: isNewest ? undefined : `${path}#attempts`,
  };
}

function attemptView(t: Reader['t'], callback: Callback, attempt: Attempt): AttemptView {
  const { answerStatus: status, durationMs } = attempt;
  return {
    number: attempt.number,
    at: isoTime(attempt.at),
    outcome: outcomeOf(t, attempt),
    state: durationMs === null ? 'pending' : stateOf(callback, attempt),
    duration: durationMs === null ? '' : t.dashboard.callback.milliseconds(durationMs),
    isGenuine: attempt.genuine,
    request: visibleText(attempt.request),
    answerHead: status === null ? undefined : visibleText(answerHead(status, attempt.answerHeaders)),
    answerBody:
      status === null ? undefined : visibleText(attempt.answerBody?.toString('utf8') ?? droppedBody),
    error: attempt.error ?? undefined,
  };
}

/** A forgery should be refused, any other message accepted. */
function stateOf({ method }: Callback, { answerStatus: status, forgery }: Attempt): AttemptView['state'] {
  const most = method === 'GET' ? 400 : 300;
  const isRight = mustBeRefused(forgery)
    ? isRightAnswer[answerToForgery(status)]
    : status !== null && status >= 200 && status < most;
  if (isRight === undefined) return 'unproven';
  return isRight ? 'ok' : 'failed';
}

function answerHead(status: number, headers: string | null): string {
  const lines = storedHeaders(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status}`, ...lines].join('\n');
}
