import type { Standing } from '../store/standing.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions.ts';

/** How a payment stands between customer, gateway and app, the most urgent first. */
export const verdictKinds = [
  /** The app answered a forged callback with 2xx. */
  'forged',
  /** The gateway has given up: the app has accepted no callback. */
  'unaware',
  /** At least one attempt failed, and another follows. */
  'retrying',
  /** A tester holds the callback back. */
  'held',
  /** The callback has not been sent yet. */
  'sending',
  /** A tester dropped the callback: only the browser's return tells the app. */
  'dropped',
  /** There is no callback, and the app was not told in a response either. */
  'silent',
  /** The app has accepted the callback. */
  'told',
  /** The app was told in the response to its own call. */
  'replied',
  /** The customer has not decided. */
  'waiting',
] as const;

export type VerdictKind = (typeof verdictKinds)[number];

export interface Verdict {
  readonly kind: VerdictKind;
  /** The callback that decides it; undefined where none does. */
  readonly callbackId: number | undefined;
}

/** Worked out from what is stored, each time that it is asked for. */
export function verdictOf(store: Store, transaction: Transaction): Verdict {
  return judged(store, transaction, store.callbacks.standings([transaction.id]).get(transaction.id));
}

/** The verdicts on the payments of a list, in its order. */
export function verdictsOf(store: Store, transactions: readonly Transaction[]): Verdict[] {
  const standings = store.callbacks.standings(transactions.map(({ id }) => id));
  return transactions.map((transaction) => judged(store, transaction, standings.get(transaction.id)));
}

function judged({ checkouts }: Store, { id, status }: Transaction, standing: Standing | undefined): Verdict {
  const decided = standing && byCallback(standing);
  if (decided?.kind === 'forged') return decided;
  if (status === 'started') return { kind: 'waiting', callbackId: undefined };
  if (decided) return decided;
  // A payment without a checkout is confirmed by the app's own call.
  return { kind: checkouts.ofTransaction(id) ? 'silent' : 'replied', callbackId: undefined };
}

/** A callback that arrived settles what happened to its copies; one that was given up counts before one that is under way. */
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
