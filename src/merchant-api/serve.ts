import { type AnsweredPayment, noteLostAnswer } from '../flows/lost-answer.ts';
import { errorMessage } from '../host/errors.ts';
import { performance } from '../host/timers.ts';
import { storageFailureOf } from '../http/storage-failure.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Effect } from '../store/fault.ts';
import { type ApiAnswer, answerOf, assumptionsOf, refusal } from './answer.ts';
import { checks } from './checks.ts';
import { faultAnswer, isAnswerLost, isCarriedOut } from './faults.ts';
import { type Exchanged, logEntry } from './log-entry.ts';
import { type ApiRequest, type RequestContext, required } from './request-context.ts';
import { keepStranger, type StrangerRequest, strangerOf } from './stranger.ts';
import type { Trace } from './trace.ts';

export interface Served extends ApiAnswer {
  /** Id in the request log. Undefined when the request could not even be logged. */
  readonly requestId: number | undefined;
  readonly assumptions: readonly string[];
  readonly fault: string | undefined;
  /** A fault's effect on the answer: a delay, no answer, or a connection reset. */
  readonly effect: Effect | undefined;
  /** The payment that the request confirmed, if a fault applies to the answer. */
  readonly payment?: AnsweredPayment | undefined;
}

/**
 * Answers one merchant API request. Checks, flow, journal and log share one transaction. An unexpected
 * failure rolls all of it back and is answered with `BACKEND_ERROR`.
 */
export async function serveMerchant(runtime: Runtime, request: ApiRequest): Promise<Served> {
  const startedAt = performance.now();
  // Read it before the commit, which runs the work of several requests in one turn.
  const { publicUrl } = runtime.addresses;
  try {
    const served = await runtime.store.commit(() => {
      const context = newContext(runtime, request);
      const trace: Trace = { got: [] };
      const answered = answer(runtime, context, trace, publicUrl);
      return logged(runtime, { context, trace, answered, startedAt });
    });
    return 'stranger' in served ? keptApart(runtime, served) : served;
  } catch (error) {
    return failed(runtime, request, error, startedAt);
  }
}

/** A refusal is an ordinary answer: what was counted before it stays. */
function answer(runtime: Runtime, context: RequestContext, trace: Trace, publicUrl: string): ApiAnswer {
  try {
    for (const check of checks) {
      trace.got.push(check.run(runtime, context));
      if (context.effect && !isCarriedOut(context.effect)) return faultAnswer(context.effect);
    }
    const merchantRequest = {
      account: required(context.account),
      mode: required(context.mode),
      gateway: required(context.gateway),
      fields: required(context.fields),
      amount: required(context.amount),
      notes: context.notes,
    };
    return answerOf(runtime, merchantRequest, required(context.action), publicUrl);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    trace.refused = { check: checks[trace.got.length], why: reasonOf(error) };
    return refused(runtime, context, error);
  }
}

function refused(runtime: Runtime, { notes }: RequestContext, error: ApiError): ApiAnswer {
  for (const name of assumptionsOf(error, runtime.settings.current)) notes.assumptions.add(name);
  return refusal(runtime, error);
}

async function failed(
  runtime: Runtime,
  request: ApiRequest,
  error: unknown,
  startedAt: number,
): Promise<Served> {
  const why = errorMessage(error);
  storageFailureOf(runtime, error);
  const trace: Trace = { got: [], refused: { check: undefined, why: `unexpected: ${why}` } };
  const context = newContext(runtime, request);
  const answered = refused(runtime, context, new ApiError('BACKEND_ERROR'));
  try {
    const served = await runtime.store.commit(() => logged(runtime, { context, trace, answered, startedAt }));
    return 'stranger' in served ? keptApart(runtime, served) : served;
  } catch {
    const assumptions = [...context.notes.assumptions];
    return { ...answered, requestId: undefined, assumptions, fault: undefined, effect: undefined };
  }
}

/** A request without valid keys. It changes no row and is logged only after the commit. */
interface Unlogged extends Exchanged {
  readonly stranger: StrangerRequest;
}

function logged(runtime: Runtime, exchanged: Exchanged): Served | Unlogged {
  const stranger = strangerOf(runtime, exchanged.context);
  if (stranger) return { ...exchanged, stranger };
  const payment = paymentOf(runtime, exchanged);
  const { notes, effect } = exchanged.context;
  if (payment && effect && isAnswerLost(effect)) noteLostAnswer(runtime, payment, notes.fault ?? '');
  return { ...servedAs(exchanged, runtime.store.requests.insert(logEntry(runtime, exchanged))), payment };
}

function keptApart(runtime: Runtime, { stranger, ...exchanged }: Unlogged): Served {
  return servedAs(exchanged, keepStranger(runtime, stranger, exchanged));
}

/** Only for the few calls with a fault. */
function paymentOf({ store }: Runtime, { context }: Exchanged): AnsweredPayment | undefined {
  const { transactionId } = context.notes;
  if (!context.effect || transactionId === undefined) return undefined;
  return { id: transactionId, generation: store.generation() };
}

function servedAs({ context, answered }: Exchanged, requestId: number): Served {
  const { notes, effect } = context;
  return { ...answered, requestId, assumptions: [...notes.assumptions], fault: notes.fault, effect };
}

function newContext({ journal }: Runtime, request: ApiRequest): RequestContext {
  return { request, afterEvent: journal.lastId, notes: { lint: new Set(), assumptions: new Set() } };
}

function reasonOf(error: ApiError): string {
  const fields = Object.entries(error.fields ?? {}).map(([name, why]) => `${name} ${why.join(', ')}`);
  return [error.message, ...fields, ...(error.hint === undefined ? [] : [error.hint])].join(' · ');
}
