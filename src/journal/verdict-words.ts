import type { AttemptSummary } from '../store/attempts.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Verdict, VerdictKind } from './verdict.ts';

/** A verdict in one line, such as `Paid. Your app was told and answered 200.` */
export function verdictText(store: Store, { status }: Transaction, { kind, callbackId }: Verdict): string {
  const { acceptedAttempt, lastGenuineAttempt } = store.callbacks;
  const attemptOf = kind === 'told' ? acceptedAttempt : lastGenuineAttempt;
  return texts[kind](ends[status], callbackId === undefined ? undefined : attemptOf(callbackId));
}

const ends: Readonly<Record<Transaction['status'], string>> = {
  started: 'Open',
  completed: 'Paid',
  canceled: 'Canceled',
  declined: 'Declined',
  expired: 'Expired',
};

type Text = (end: string, last: AttemptSummary | undefined) => string;

const texts: Readonly<Record<VerdictKind, Text>> = {
  forged: () => 'Your app accepted a forged callback.',
  unaware: (end, last) => `${end}, and your app does not know: ${outcomeOf(last)}.`,
  retrying: (end, last) => `${end}. Your app does not know yet: ${outcomeOf(last)}.`,
  held: (end) => `${end}. The callback is held: your app is waiting.`,
  sending: (end) => `${end}. The callback is on its way.`,
  dropped: (end) => `${end}. The callback was dropped: only the browser's return tells your app.`,
  silent: (end) => `${end}. No callback was sent.`,
  told: (end, last) => `${end}. Your app was told and ${answerOf(last)}.`,
  replied: (end) => `${end}. Your app was told in the response.`,
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
