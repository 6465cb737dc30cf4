import type { Runtime } from '../../runtime.ts';
import { ApiError } from '../../spec/errors.ts';
import type { Effect } from '../../store/fault.ts';
import { troubleOf } from '../trouble.ts';
import { type ApiAnswer, answerOf, assumptionsOf, refusal } from './answer.ts';
import { checks } from './checks.ts';
import { masked } from './credentials.ts';
import { faultAnswer, isCarriedOut } from './faults.ts';
import { type ApiRequest, type HeaderFields, type Inquiry, known } from './inquiry.ts';
import { maskKeys } from './misplaced-keys.ts';
import { type Trace, writtenTrace } from './trace.ts';

export interface Served extends ApiAnswer {
  /** Id of the row in the request log, or undefined when not even that could be stored. */
  readonly requestId: number | undefined;
  readonly assumptions: readonly string[];
  readonly fault: string | undefined;
  /** What happens to the answer on its way: it is late, it never comes, the connection is reset. */
  readonly effect: Effect | undefined;
}

/**
 * Answers one request of the merchant API. Checks, flow, journal and log are one transaction; what fails unexpectedly is rolled back
 * whole and answered as `BACKEND_ERROR`.
 */
export async function serveMerchant(runtime: Runtime, request: ApiRequest): Promise<Served> {
  const startedAt = performance.now();
  try {
    return await runtime.store.commit(() => {
      const inquiry = newInquiry(runtime, request);
      const trace: Trace = { got: [] };
      return logged(runtime, inquiry, trace, answer(runtime, inquiry, trace), startedAt);
    });
  } catch (error) {
    return failed(runtime, request, error, startedAt);
  }
}

/** A refusal is an answer like another: what was counted before it stays. */
function answer(runtime: Runtime, inquiry: Inquiry, trace: Trace): ApiAnswer {
  try {
    for (const check of checks) {
      trace.got.push(check.run(runtime, inquiry));
      if (inquiry.effect && !isCarriedOut(inquiry.effect)) return faultAnswer(inquiry.effect);
    }
    const exchange = {
      account: known(inquiry.account),
      mode: known(inquiry.mode),
      gateway: known(inquiry.gateway),
      fields: known(inquiry.fields),
      amount: known(inquiry.amount),
      notes: inquiry.notes,
    };
    return answerOf(runtime, exchange, known(inquiry.action));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    trace.refused = reasonOf(error);
    for (const name of assumptionsOf(error)) inquiry.notes.assumptions.add(name);
    return refusal(runtime, error);
  }
}

async function failed(
  runtime: Runtime,
  request: ApiRequest,
  error: unknown,
  startedAt: number,
): Promise<Served> {
  const why = error instanceof Error ? error.message : String(error);
  troubleOf(runtime, error);
  const trace: Trace = { got: [], refused: `unexpected: ${why}` };
  const refused = refusal(runtime, new ApiError('BACKEND_ERROR'));
  try {
    return await runtime.store.commit(() =>
      logged(runtime, newInquiry(runtime, request), trace, refused, startedAt),
    );
  } catch {
    return { ...refused, requestId: undefined, assumptions: [], fault: undefined, effect: undefined };
  }
}

function logged(
  runtime: Runtime,
  inquiry: Inquiry,
  trace: Trace,
  answered: ApiAnswer,
  startedAt: number,
): Served {
  const { request, notes } = inquiry;
  const assumptions = [...notes.assumptions];
  const withoutKeys = maskKeys(runtime, inquiry.account);
  const place = {
    mode: inquiry.mode ?? null,
    path: withoutKeys(request.query === '' ? request.path : `${request.path}?${request.query}`),
    remoteAddress: request.remoteAddress,
  };
  const requestId = runtime.store.requests.insert({
    ...place,
    at: runtime.clock.now(),
    accountId: inquiry.account?.id ?? null,
    gateway: notes.gateway ?? null,
    action: inquiry.action ?? null,
    method: request.method,
    headers: withoutKeys(JSON.stringify(maskedHeaders(request.headers))),
    body: request.body ? withoutKeys(Buffer.from(request.body).toString('utf8')) : '',
    status: answered.status,
    code: answered.code ?? null,
    answer: answered.body,
    durationUs: Math.round((performance.now() - startedAt) * 1000),
    trace: writtenTrace(trace, place),
    lint: JSON.stringify([...notes.lint]),
    assumptions: JSON.stringify(assumptions),
    transactionId: notes.transactionId ?? null,
    processId: notes.processId ?? null,
    fault: notes.fault ?? null,
    afterEvent: inquiry.afterEvent,
  });
  return { ...answered, requestId, assumptions, fault: notes.fault, effect: inquiry.effect };
}

function newInquiry({ journal }: Runtime, request: ApiRequest): Inquiry {
  return { request, afterEvent: journal.lastId, notes: { lint: new Set(), assumptions: new Set() } };
}

const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'cookie',
  'proxy-authorization',
]);

function maskedHeaders(headers: HeaderFields): [name: string, value: string][] {
  return [...headers].map(([name, value]) => [name, secretHeaders.has(name) ? masked(value) : value]);
}

function reasonOf(error: ApiError): string {
  const fields = Object.entries(error.fields ?? {}).map(([name, why]) => `${name} ${why.join(', ')}`);
  return [error.message, ...fields].join(' · ');
}
