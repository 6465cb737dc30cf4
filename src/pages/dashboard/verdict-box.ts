import { genuineCallback } from '../../callbacks/genuine.ts';
import { type Verdict, type VerdictKind, verdictOf } from '../../journal/verdict.ts';
import { decidingAttempt } from '../../journal/verdict-words.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type Forgery, tamperings, truthfulTampering } from '../../settings/delivery.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { Transaction } from '../../store/transactions.ts';
import type { Reader } from '../reader.ts';
import { proofOf } from './proof.ts';
import type { ActionButton, VerdictBox } from './transaction-models.ts';

/** A payment's verdict, the reason for it, and the available actions. */
export function verdictBox(runtime: Runtime, { t }: Reader, transaction: Transaction): VerdictBox {
  const { store } = runtime;
  const verdict = verdictOf(store, transaction);
  const { sentences } = t.dashboard.verdicts;
  const deciding = decidingAttempt(store, verdict);
  const accepted = verdict.kind === 'forged' ? deciding : undefined;
  const genuine = genuineCallback(store, transaction.id);
  const subject = verdict.callbackId ?? genuine?.id;
  // Not the callback that the checkout sent was forged, but one that a tester sent later.
  const isVariant = subject !== undefined && store.callbacks.get(subject)?.tamper === null;
  return {
    kind: verdict.kind,
    sentence: sentences[verdict.kind](transaction.status, deciding),
    advice: adviceOn(t, verdict.kind, accepted?.forgery),
    actions: actionsOf(t, verdict, genuine, isVariant),
    variantPath: genuine && `/_sandbox/callbacks/${genuine.id}/tampered`,
    variants: tamperings.map((value) => ({ value, label: t.tamperings[value] })),
    callbackHref: subject === undefined ? undefined : `/_sandbox/callbacks/${subject}`,
    // Its signature is right: the doctor has nothing to say about it.
    doctorHref:
      accepted && accepted.forgery !== 'both-flags' ? `/_sandbox/signature?callback=${subject}` : undefined,
    proof: accepted && genuine && proofOf(store, t, genuine, accepted),
  };
}

function adviceOn(
  { dashboard }: Reader['t'],
  kind: VerdictKind,
  forgery: Forgery | null | undefined,
): string {
  const { advice, forgedAdvice } = dashboard.verdicts;
  if (kind !== 'forged') return advice[kind] ?? '';
  return forgery && forgery !== truthfulTampering ? forgedAdvice[forgery] : '';
}

const sendable: readonly VerdictKind[] = ['unaware', 'retrying', 'told', 'dropped', 'sending'];

function actionsOf(
  { dashboard }: Reader['t'],
  { kind, callbackId }: Verdict,
  genuine: Callback | undefined,
  isVariant: boolean,
): ActionButton[] {
  const { page } = dashboard.payments;
  const path = (id: number, what: string) => `/_sandbox/callbacks/${id}/${what}`;
  if (kind === 'forged' && callbackId !== undefined) {
    const again = { label: isVariant ? page.resend : page.again, path: path(callbackId, 'resend') };
    return genuine?.status === 'held'
      ? [again, { label: page.releaseGenuine, path: path(genuine.id, 'release') }]
      : [again];
  }
  if (callbackId === undefined) return [];
  if (kind === 'held') return [{ label: page.release, path: path(callbackId, 'release') }];
  if (!sendable.includes(kind)) return [];
  const label = kind === 'retrying' || kind === 'sending' ? page.sendNow : page.resend;
  return [{ label, path: path(callbackId, 'resend') }];
}
