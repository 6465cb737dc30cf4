import type { Standing } from '../store/standing.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions.ts';

/** Whether the app knows how a payment ended, most urgent first. */
export const verdictKinds = [
  /** The app answered a forged callback with 2xx. */
  'forged',
  /** All attempts failed: the app has accepted no callback. */
  'unaware',
  /** The response to the app's own call was lost, and nothing else has told the app. */
  'unanswered',
  /** At least one attempt failed, and another follows. */
  'retrying',
  /** A tester is holding the callback. */
  'held',
  /** The callback has not been sent yet. */
  'sending',
  /** The callback was lost (`return-only`), so that only the browser's return reports the result. */
  'dropped',
  /** There is no callback, and no response told the app either. */
  'silent',
  /** The app has accepted the callback. */
  'told',
  /** The app got the result in the response to its own call. */
  'replied',
  /** The customer has not decided. */
  'waiting',
] as const;

export type VerdictKind = (typeof verdictKinds)[number];

export interface Verdict {
  readonly kind: VerdictKind;
  /** The callback that decides the verdict, if any. */
  readonly callbackId: number | undefined;
}

/** Computed from stored data on every call. */
export function verdictOf(store: Store, transaction: Transaction): Verdict {
  return judged(store, transaction, store.callbacks.standings([transaction.id]).get(transaction.id));
}

/** The verdicts for a list of payments, in the same order. */
export function verdictsOf(store: Store, transactions: readonly Transaction[]): Verdict[] {
  const standings = store.callbacks.standings(transactions.map(({ id }) => id));
  return transactions.map((transaction) => judged(store, transaction, standings.get(transaction.id)));
}

function judged({ checkouts }: Store, transaction: Transaction, standing: Standing | undefined): Verdict {
  const { id, status, answerLost } = transaction;
  const decided = standing && byCallback(standing);
  if (decided?.kind === 'forged') return decided;
  if (status === 'started') return without(answerLost === null ? 'waiting' : 'unanswered');
  if (decided) return decided;
  if (checkouts.ofTransaction(id)) return without('silent');
  // A payment without a checkout was confirmed by the app's own call.
  return without(answerLost === null ? 'replied' : 'unanswered');
}

function without(kind: VerdictKind): Verdict {
  return { kind, callbackId: undefined };
}

/**
 * A delivered callback settles the matter whatever happened to its copies. One that is still under way or
 * held counts before one that failed.
 */
function byCallback(standing: Standing): Verdict | undefined {
  const { forged, delivered, exhausted, retried, held, due, dropped } = standing;
  const order: readonly (readonly [VerdictKind, number | null])[] = [
    ['forged', forged],
    ['told', delivered],
    ['retrying', retried],
    ['held', held],
    ['sending', due],
    ['unaware', exhausted],
    ['dropped', dropped],
  ];
  const [kind, callbackId] = order.find(([, id]) => id !== null) ?? [];
  return kind && { kind, callbackId: callbackId ?? undefined };
}
