import type { AttemptSummary } from '../store/attempts.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Verdict, VerdictKind } from './verdict.ts';

/** A sentence for each verdict, from the payment's status and the deciding attempt. */
export type VerdictSentences = Readonly<
  Record<VerdictKind, (status: Transaction['status'], last: AttemptSummary | undefined) => string>
>;

/** A verdict in one line, such as `Paid. Your app was told and answered 200.` */
export function verdictText(store: Store, { status }: Transaction, verdict: Verdict): string {
  return verdictSentences[verdict.kind](status, decidingAttempt(store, verdict));
}

/** The attempt that a verdict is about, if any. */
export function decidingAttempt(store: Store, { kind, callbackId }: Verdict): AttemptSummary | undefined {
  const { acceptedAttempt, lastGenuineAttempt, acceptedForgery } = store.callbacks;
  if (callbackId === undefined) return undefined;
  if (kind === 'forged') return acceptedForgery(callbackId);
  return kind === 'told' ? acceptedAttempt(callbackId) : lastGenuineAttempt(callbackId);
}

const ends: Readonly<Record<Transaction['status'], string>> = {
  started: 'Open',
  completed: 'Paid',
  canceled: 'Canceled',
  declined: 'Declined',
  expired: 'Expired',
};

export const verdictSentences: VerdictSentences = {
  forged: () => 'Your app accepted a forged callback.',
  unaware: (status, last) => `${ends[status]}, and your app does not know: ${outcomeOf(last)}.`,
  unanswered: (status) => `${ends[status]}, and your app does not know: the response was lost.`,
  retrying: (status, last) => `${ends[status]}. Your app does not know yet: ${outcomeOf(last)}.`,
  held: (status) => `${ends[status]}. The callback is held: your app is waiting.`,
  sending: (status) => `${ends[status]}. The callback is on its way.`,
  dropped: (status) => `${ends[status]}. The callback was lost: only the browser's return tells your app.`,
  silent: (status) => `${ends[status]}. No callback was sent.`,
  told: (status, last) => `${ends[status]}. Your app was told and ${answerOf(last)}.`,
  replied: (status) => `${ends[status]}. Your app was told in the response.`,
  waiting: () => 'Waiting for the customer.',
};

function outcomeOf(last: AttemptSummary | undefined): string {
  if (!last) return 'no attempt was made';
  const times = last.number === 1 ? 'the attempt' : `attempt ${last.number}`;
  return `${times} ${answerOf(last)}`;
}

function answerOf(last: AttemptSummary | undefined): string {
  if (last?.answerStatus) return `answered ${last.answerStatus}`;
  return last?.error ? `failed (${last.error})` : 'is under way';
}
