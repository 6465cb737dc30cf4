import type { Notes } from '../flows/merchant-request.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Stranger } from '../store/strangers.ts';
import type { ApiAnswer } from './answer.ts';
import { authenticate } from './credentials.ts';
import { type Exchanged, logEntry } from './log-entry.ts';
import type { ApiRequest, HeaderFields, RequestContext } from './request-context.ts';

/** Why a request is kept apart from the log. */
export interface StrangerRequest {
  readonly kind: Stranger;
  readonly note: string;
}

/** Keeps a request that was refused because of its `Host` header. `fix` says how to allow it. */
export function keepMisdirected(runtime: Runtime, request: ApiRequest, answered: ApiAnswer, fix: string) {
  const context = { request, afterEvent: runtime.journal.lastId, notes: noNotes() };
  const exchanged = { context, trace: { got: [] }, answered, startedAt: performance.now() };
  keepStranger(runtime, { kind: 'host', note: fix }, exchanged);
}

function noNotes(): Notes {
  return { lint: new Set(), assumptions: new Set() };
}

/** More than a form of this API ever takes. */
const keptBodyBytes = 4096;

/** Why a request is kept apart from the log: it has no valid keys. Undefined for one that has, whatever its path or method. */
export function strangerOf(
  runtime: Runtime,
  { account, request }: RequestContext,
): StrangerRequest | undefined {
  if (account || hasKeys(runtime, request.headers)) return undefined;
  const page = pageThatSent(request.headers);
  if (page !== undefined)
    return {
      kind: 'page',
      note: `A web page sent this${page}. Access tokens do not belong in browsers: call the API from your server.`,
    };
  return { kind: 'caller', note: 'Sent without the valid keys of an account.' };
}

/** Keeps the request in memory. Returns its id. */
export function keepStranger(
  runtime: Runtime,
  { kind, note }: StrangerRequest,
  exchanged: Exchanged,
): number {
  const entry = logEntry(runtime, exchanged, keptBodyBytes);
  const size = exchanged.context.request.body?.byteLength ?? 0;
  const cut = size > keptBodyBytes ? ` Only the beginning of its body of ${size} bytes is kept.` : '';
  return runtime.store.requests.log.insertStranger(kind, entry, note + cut);
}

function hasKeys(runtime: Runtime, headers: HeaderFields): boolean {
  try {
    authenticate(runtime, headers);
    return true;
  } catch (error) {
    // An account that cannot be read does not make its owner a stranger.
    return !(error instanceof ApiError);
  }
}

/** Browsers say which site a page belongs to; other clients send neither header. A page of ours never calls this API. */
function pageThatSent(headers: HeaderFields): string | undefined {
  const origin = headers.get('origin');
  if (origin) return `, its origin is ${origin.slice(0, 200)}`;
  const site = headers.get('sec-fetch-site');
  return site && site !== 'none' && site !== 'same-origin' ? ' from another site' : undefined;
}
