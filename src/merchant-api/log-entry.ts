import { performance } from '../host/timers.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { RequestRow } from '../store/schema-records.ts';
import type { ApiAnswer } from './answer.ts';
import { masked } from './credentials.ts';
import { maskKeys } from './misplaced-keys.ts';
import type { HeaderFields, RequestContext } from './request-context.ts';
import { type Trace, writtenTrace } from './trace.ts';

/** A request with its answer and decision trace. */
export interface Exchanged {
  readonly context: RequestContext;
  readonly trace: Trace;
  readonly answered: ApiAnswer;
  readonly startedAt: number;
}

/** The log's row for a request, with every secret masked. Keeps `longestBody` bytes of the body. */
export function logEntry(
  runtime: Runtime,
  { context, trace, answered, startedAt }: Exchanged,
  longestBody = Number.POSITIVE_INFINITY,
): Omit<RequestRow, 'id'> {
  const { request, notes } = context;
  const withoutKeys = maskKeys(runtime, context.account);
  // A refusal's answer may quote the request.
  const quoted = answered.status === 200 ? (text: string) => text : withoutKeys;
  const place = {
    mode: context.mode ?? null,
    path: withoutKeys(request.query === '' ? request.path : `${request.path}?${request.query}`),
    remoteAddress: request.remoteAddress,
  };
  return {
    ...place,
    at: runtime.clock.now(),
    accountId: context.account?.id ?? null,
    gateway: notes.gateway ?? null,
    action: context.action ?? null,
    method: request.method,
    headers: withoutKeys(JSON.stringify(maskedHeaders(request.headers))),
    body: request.body ? bodyText(request.body, longestBody, withoutKeys) : '',
    status: answered.status,
    code: answered.code ?? null,
    answer: quoted(answered.body),
    durationUs: Math.round((performance.now() - startedAt) * 1000),
    trace: quoted(writtenTrace(trace, place)),
    lint: JSON.stringify([...notes.lint]),
    assumptions: JSON.stringify([...notes.assumptions]),
    transactionId: notes.transactionId ?? null,
    processId: notes.processId ?? null,
    fault: notes.fault ?? null,
    afterEvent: context.afterEvent,
  };
}

/** A key may be cut in two at the end of what is read, so keep less than was read. */
const longestKey = 4096;

function bodyText(body: Uint8Array, longest: number, withoutKeys: (text: string) => string): string {
  const read = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, longest + longestKey));
  const text = withoutKeys(read.toString('utf8'));
  if (body.byteLength <= longest) return text;
  const end = read.length < body.byteLength ? text.length - longestKey : text.length;
  // Copied: a slice would keep the whole text in memory.
  return Buffer.from(text.slice(0, Math.max(0, Math.min(longest, end)))).toString('utf8');
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
