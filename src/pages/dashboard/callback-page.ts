import { droppedBody, mostAttempts } from '../../control-api/attempt-shape.ts';
import { callbackRecord } from '../../control-api/shapes.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type Tampering, tamperings } from '../../settings/delivery.ts';
import type { Attempt } from '../../store/attempts.ts';
import type { Callback } from '../../store/callbacks.ts';
import { storedPairs } from '../../store/stored-json.ts';
import type { Reader } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import { factsOf } from './facts.ts';
import type { AttemptView, CallbackPage, FormState } from './page-models.ts';
import { outcomeOf } from './rows.ts';
import { visibleText } from './visible-text.ts';

const untouched: FormState = { values: {}, errors: {} };

export function callbackPage(
  runtime: Runtime,
  reader: Reader,
  callback: Callback,
  before: number,
  form: FormState = untouched,
): CallbackPage {
  // The page shows what is left out here in places of its own.
  const { body, fields, signed_string, status, hashed, id: _, ...record } = callbackRecord(runtime, callback);
  const { id } = callback;
  return {
    ...testerFrame(runtime, reader, 'callbacks', reader.t.dashboard.callback.title(id)),
    id: String(id),
    status,
    cursor: String(runtime.store.events.lastId()),
    facts: factsOf(record, {
      transaction_id: `/_sandbox/transactions/${callback.transactionId}`,
      copy_of: `/_sandbox/callbacks/${callback.copyOf}`,
    }),
    signedString: signed_string,
    body: body ?? undefined,
    fields: storedPairs(callback.fields).map(([name, value]) => ({ name, value: String(value) })),
    ...attemptsBefore(runtime, reader, callback, before),
    tamperings: tamperings.map((value) => ({ value, label: tamperingWords[value] })),
    form,
  };
}

/** The newest attempts below a number, in the order they were sent, and the way to the others. */
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

/** What each forgery has wrong with it, for people. */
const tamperingWords: Readonly<Record<Tampering, string>> = {
  'wrong-hash': 'A different hash of the same form',
  'no-hash': 'No hash',
  'lower-case-hash': 'The right hash in lower case',
  amount: 'Another amount under the old hash',
  invoice: 'Another invoice number under the old hash',
  'approved-0': '`approved` is 0, correctly signed',
  'both-flags': '`approved` and `canceled` at once, correctly signed',
  types: 'Numbers and booleans instead of strings',
};

function attemptView(t: Reader['t'], callback: Callback, attempt: Attempt): AttemptView {
  const { answerStatus: status, durationMs } = attempt;
  const most = callback.method === 'GET' ? 400 : 300;
  return {
    number: attempt.number,
    at: isoTime(attempt.at),
    outcome: outcomeOf(t, attempt),
    ok: durationMs === null ? undefined : status !== null && status >= 200 && status < most,
    duration: durationMs === null ? '' : `${durationMs} ms`,
    isGenuine: attempt.genuine,
    request: visibleText(attempt.request),
    answerHead: status === null ? undefined : visibleText(answerHead(status, attempt.answerHeaders)),
    answerBody:
      status === null ? undefined : visibleText(attempt.answerBody?.toString('utf8') ?? droppedBody),
    error: attempt.error ?? undefined,
  };
}

function answerHead(status: number, headers: string | null): string {
  const lines = storedPairs<string>(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status}`, ...lines].join('\n');
}
