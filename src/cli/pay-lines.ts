import type { Callback } from '../client/contract.ts';
import type { Answer } from '../net/call.ts';
import type { Tampering } from '../settings/delivery.ts';
import { firstLine } from './answered.ts';
import type { PayContext } from './pay-context.ts';

/** What the app received by callback, and its answer. */
export function tellCallback(
  { tell }: PayContext,
  { method, url, status, tampered, attempts, signed_string: signed }: Callback,
): void {
  if (status === 'dropped') return;
  const [attempt] = attempts;
  const said = attempt
    ? answered(attempt.answer?.status ?? null, attempt.error, attempt.answer?.body ?? '', attempt.duration_ms)
    : `not sent yet (${status})`;
  tell('callback', `${forgedWords(tampered)}${method} ${url}\nsigned ${signed}\n${said}`);
}

/** Where the customer came back to, and the app's answer. */
export function tellReturn(
  { tell }: PayContext,
  url: string,
  tampered: Tampering | null,
  { status, error, body, durationMs }: Answer,
): void {
  tell('return', `${forgedWords(tampered)}GET ${url}\n${answered(status, error, body, durationMs)}`);
}

function forgedWords(tampered: string | null): string {
  if (tampered === null) return '';
  return tampered === 'approved-0' ? 'approved=0, ' : `forged (${tampered}), `;
}

function answered(status: number | null, error: string | null, body: string, ms: number | null): string {
  if (status === null) return ms === null ? 'no answer yet' : `no answer: ${error}`;
  const line = firstLine(body);
  return `answered ${status} in ${ms} ms${line === '' ? '' : `: ${line}`}`;
}
