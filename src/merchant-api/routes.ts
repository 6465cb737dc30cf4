import type { Context, Handler, Hono } from 'hono';
import { noteLostAnswer } from '../flows/lost-answer.ts';
import { errorOfThisRealm } from '../host/errors.ts';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { type AppEnv, connectionOf, headersOf } from '../http/connection.ts';
import type { AppParts } from '../http/parts.ts';
import { readBytes } from '../http/read-bytes.ts';
import { reset } from '../http/reset.ts';
import { dataHeaders } from '../http/security-headers.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Effect } from '../store/fault.ts';
import { assumptionsOf, refusal } from './answer.ts';
import { type ApiRequest, largestBodyBytes } from './request-context.ts';
import { type Served, serveMerchant } from './serve.ts';
import { keepMisdirected } from './stranger.ts';

/**
 * Handles everything under `/api/`, whatever the method: checks, the envelope and the log apply to all. Returns the
 * handler, for calls that miss that path.
 */
export function merchantApi(
  app: Hono<AppEnv>,
  { runtime, closing, options: { trustProxy } }: Pick<AppParts, 'runtime' | 'closing' | 'options'>,
): Handler<AppEnv> {
  const handler = async (c: Context<AppEnv>) => {
    try {
      const body = await readBytes(c.req.raw, largestBodyBytes);
      const served = await serveMerchant(runtime, requestOf(c, trustProxy, body));
      return served.effect ? await faulted(c, { runtime, closing }, served, served.effect) : response(served);
    } catch (error) {
      // Done here instead of with `ownErrors`, to avoid another middleware on the busiest path.
      throw errorOfThisRealm(error);
    }
  };
  app.all('/api', handler);
  app.all('/api/*', handler);
  return handler;
}

/** The answer to a call that failed before it could be logged. It uses the envelope too. */
export function failedCall(runtime: Runtime): Response {
  const error = new ApiError('BACKEND_ERROR');
  const assumptions = assumptionsOf(error, runtime.settings.current);
  const refused = refusal(runtime, error);
  return response({ ...refused, requestId: undefined, assumptions, fault: undefined, effect: undefined });
}

/** Logs what the guard refused, so that a developer sees that the call arrived and how to allow it. */
export function misdirected(runtime: Runtime, trustProxy: boolean) {
  return (c: Context<AppEnv>, error: { status: number; code: string; message: string }) => {
    const answered = { status: error.status, code: error.code, body: JSON.stringify({ error }), headers: {} };
    keepMisdirected(runtime, requestOf(c, trustProxy, new Uint8Array()), answered, error.message);
  };
}

function requestOf(c: Context<AppEnv>, trustProxy: boolean, body: ApiRequest['body']): ApiRequest {
  const { path, query, remoteAddress, isHttps } = connectionOf(c, trustProxy);
  return { method: c.req.method, path, query, headers: headersOf(c), remoteAddress, isHttps, body };
}

// Pass all headers to the constructor: setting one later leaves the server's fast path.
function response({ status, body, headers, requestId, assumptions, fault }: Served): Response {
  return new Response(status === 204 || status === 304 ? null : body, {
    status,
    headers: {
      ...dataHeaders,
      'Content-Type': 'application/json',
      ...headers,
      ...(requestId !== undefined && { 'X-Sandbox-Request-Id': String(requestId) }),
      ...(fault !== undefined && { 'X-Sandbox-Fault': fault }),
      ...(assumptions.length > 0 && { 'X-Sandbox-Assumption': assumptions.join(', ') }),
    },
  });
}

/** Applies a fault's effect to the answer. Uses real time, because it tests the client's own timeout. */
async function faulted(
  c: Context<AppEnv>,
  { runtime, closing }: Pick<AppParts, 'runtime' | 'closing'>,
  served: Served,
  effect: Effect,
): Promise<Response> {
  const socket = c.env?.incoming?.socket;
  const gone = c.req.raw.signal;
  if ('delayMs' in effect) {
    // A stop does not cut the answer off: it comes at once.
    await wait(effect.delayMs, [gone, closing]);
    if (gone.aborted) await noteLost(runtime, served);
    return response(served);
  }
  if ('hang' in effect) await wait(longestHangMs, [gone, closing]);
  else if ('reset' in effect && socket) reset(socket);
  else return response(served);
  // The client has left, or must not get an answer.
  socket?.destroy();
  return new Response(null, { status: 444 });
}

async function noteLost(runtime: Runtime, { payment, fault = '' }: Served): Promise<void> {
  if (payment) await runtime.store.commit(() => noteLostAnswer(runtime, payment, fault));
}

const longestHangMs = 600_000;

/** Waits at most this long, until one of these signals. */
function wait(ms: number, ends: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const each of ends) each.removeEventListener('abort', end);
      resolve();
    };
    // A stored delay may be older than the limit.
    const timer = setTimeout(end, Math.min(ms, longestHangMs));
    // A client that waits forever must not keep the process alive.
    timer.unref();
    for (const each of ends) each.addEventListener('abort', end);
    if (ends.some(({ aborted }) => aborted)) end();
  });
}
