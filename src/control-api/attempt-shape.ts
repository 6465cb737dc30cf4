import { isoTime } from '../protocol/time.ts';
import type { Attempt, ShortAttempt } from '../store/attempts.ts';
import type { PageRequest } from '../store/statements.ts';
import { storedHeaders } from '../store/stored-json.ts';

/** Replaces a body that was deleted to make room for newer ones. */
export const droppedBody = '[The sandbox no longer keeps this body: newer answers needed the space.]';

/** How many attempts a callback shows. `GET callbacks/:id/attempts` returns the older ones. */
export const mostAttempts = 20;
export const newestAttempts: PageRequest = { before: Number.MAX_SAFE_INTEGER, limit: mostAttempts };

const listedHeaderBytes = 2048;

export function attemptShape(attempt: Attempt) {
  const { answerBody: body } = attempt;
  const headers = storedHeaders(attempt.answerHeaders);
  const shown = { headers, body: body?.toString('utf8') ?? droppedBody, truncated: body === null };
  return shapeOf(attempt, shown);
}

/** The shape for lists, where a page may have a thousand answers: each is cut short. */
export function listedAttemptShape(attempt: ShortAttempt) {
  const { callbackId, answerBody: body, answerBytes } = attempt;
  if (body === null) return attemptShape(attempt);
  const isCut = answerBytes > body.length;
  const all = storedHeaders(attempt.answerHeaders);
  const headers = firstOf(all);
  const note = isCut
    ? `\n[The first ${body.length} of ${answerBytes} bytes. GET /_sandbox/api/callbacks/${callbackId} shows what is kept.]`
    : '';
  const truncated = isCut || headers.length < all.length;
  return shapeOf(attempt, { headers, body: body.toString('utf8') + note, truncated });
}

function shapeOf(
  attempt: Omit<Attempt, 'answerBody'>,
  shown: {
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
    readonly truncated: boolean;
  },
) {
  return {
    number: attempt.number,
    at: isoTime(attempt.at),
    url: attempt.url,
    genuine: attempt.genuine,
    request: attempt.request,
    duration_ms: attempt.durationMs,
    answer: attempt.answerStatus === null ? null : { status: attempt.answerStatus, ...shown },
    error: attempt.error,
  };
}

function firstOf<Pair extends readonly [string, string]>(headers: readonly Pair[]): readonly Pair[] {
  let left = listedHeaderBytes;
  const end = headers.findIndex(([name, value]) => {
    left -= name.length + value.length;
    return left < 0;
  });
  return end === -1 ? headers : headers.slice(0, end);
}
