import type { Notes } from '../flows/merchant-request.ts';
import { performance } from '../host/timers.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Stranger } from '../store/strangers.ts';
import type { ApiAnswer } from './answer.ts';
import { authenticate } from './credentials.ts';
import { type Exchanged, logEntry } from './log-entry.ts';
import type { ApiRequest, HeaderFields, RequestContext } from './request-context.ts';

/** Why a request is kept separate from the log. */
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

/** More than any form of this API needs. */
const keptBodyBytes = 4096;

/**
 * Why a request is kept separate from the log: it has no valid keys. Undefined for one with valid keys,
 * whatever its path or method.
 */
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
    // When the account cannot be read, its owner is not a stranger.
    return !(error instanceof ApiError);
  }
}

/** Only browsers send these headers, which name the page's site. Our own pages never call this API. */
function pageThatSent(headers: HeaderFields): string | undefined {
  const origin = headers.get('origin');
  if (origin) return `, its origin is ${origin.slice(0, 200)}`;
  const site = headers.get('sec-fetch-site');
  return site && site !== 'none' && site !== 'same-origin' ? ' from another site' : undefined;
}
