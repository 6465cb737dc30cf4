import type { Attempt, Resend } from '../client.ts';
import type { Answer } from '../net/call.ts';
import type { AuditOptions } from './audit-options.ts';
import { AuditError } from './verdict.ts';

/** How long a sandbox at `--url` may wait for your app (`callback.timeout` of the settings). */
const usualTimeoutMs = 10_000;
/** Additional time for the sandbox itself. */
const ownMs = 2000;

/** Lets the sandbox send a callback, and waits for your app's answer. */
export async function sandboxCallback(
  { sandbox: { callbacks }, timeoutMs }: AuditOptions,
  { id, transactionId }: { readonly id: string; readonly transactionId: string },
  changes: Resend,
) {
  const sentAt = performance.now();
  const before = await callbacks.resend(id, changes);
  const wait = Math.max(timeoutMs, usualTimeoutMs) + ownMs;
  // Your app may answer anything, so a refusal must not end the wait early.
  await callbacks.settled({ transaction_id: transactionId, wait, retries: true });
  const { method, attempts } = await callbacks.get(id);
  const sentBefore = before.attempts.at(-1)?.number ?? 0;
  const attempt = attempts.at(-1);
  if (!attempt || attempt.number <= sentBefore)
    throw new AuditError(`The sandbox did not send callback ${id}.`);
  const answer = answerOf(attempt);
  // Of several attempts, only the end of the last is known.
  const isOnly = attempt.number === sentBefore + 1;
  /** When your app answered, at the earliest. */
  const earliest = isOnly ? sentAt + answer.durationMs : performance.now();
  return { method, url: attempt.url, answer, earliest };
}

function answerOf({ answer, error, duration_ms: durationMs }: Attempt): Answer {
  const location = answer?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return {
    status: answer?.status ?? null,
    error,
    location: location ?? null,
    headers: answer?.headers ?? [],
    body: answer?.body ?? '',
    durationMs: durationMs ?? 0,
  };
}
