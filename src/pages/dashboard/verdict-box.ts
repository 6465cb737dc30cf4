import { type Verdict, type VerdictKind, verdictOf } from '../../journal/verdict.ts';
import { decidingAttempt } from '../../journal/verdict-words.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { tamperings } from '../../settings/delivery.ts';
import type { Callback } from '../../store/callbacks.ts';
import { firstPage } from '../../store/statements.ts';
import { storedPairs } from '../../store/stored-json.ts';
import type { Transaction } from '../../store/transactions.ts';
import type { Reader } from '../reader.ts';
import type { ActionButton, VerdictBox } from './transaction-models.ts';

/** A payment's verdict, the reason for it, and the available actions. */
export function verdictBox(runtime: Runtime, { t }: Reader, transaction: Transaction): VerdictBox {
  const { store } = runtime;
  const verdict = verdictOf(store, transaction);
  const { sentences, advice } = t.dashboard.verdicts;
  const genuine = genuineOf(runtime, transaction);
  const subject = verdict.callbackId ?? genuine?.id;
  return {
    kind: verdict.kind,
    sentence: sentences[verdict.kind](transaction.status, decidingAttempt(store, verdict)),
    advice: advice[verdict.kind] ?? '',
    actions: actionsOf(t, verdict, genuine),
    variantPath: genuine && `/_sandbox/callbacks/${genuine.id}/tampered`,
    variants: tamperings.map((value) => ({ value, label: t.tamperings[value] })),
    callbackHref: subject === undefined ? undefined : `/_sandbox/callbacks/${subject}`,
    doctorHref: verdict.kind === 'forged' ? `/_sandbox/signature?callback=${subject}` : undefined,
    proof: proofOf(runtime, t, verdict, genuine),
  };
}

/** A payment's newest callback as the gateway signed it. */
function genuineOf({ store }: Runtime, { id }: Transaction): Callback | undefined {
  return store.callbacks.list({ transactionId: id }, firstPage).find(({ tamper }) => tamper === null);
}

const sendable: readonly VerdictKind[] = ['unaware', 'retrying', 'told', 'dropped', 'sending'];

function actionsOf(
  { dashboard }: Reader['t'],
  { kind, callbackId }: Verdict,
  genuine: Callback | undefined,
): ActionButton[] {
  const { page } = dashboard.payments;
  const path = (id: number, what: string) => `/_sandbox/callbacks/${id}/${what}`;
  if (kind === 'forged' && callbackId !== undefined) {
    const again = { label: page.again, path: path(callbackId, 'resend') };
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

/** What an accepted forgery has that the gateway did not sign. The callback's page shows manual edits. */
function proofOf(
  { store }: Runtime,
  { dashboard }: Reader['t'],
  { kind, callbackId }: Verdict,
  genuine: Callback | undefined,
): VerdictBox['proof'] {
  const forged = kind === 'forged' && callbackId !== undefined ? store.callbacks.get(callbackId) : undefined;
  if (!forged?.tamper || !genuine) return undefined;
  const { missing, rest } = dashboard.payments.page.proof;
  const signed = new Map(storedPairs(genuine.fields).map(([name, value]) => [name, String(value)]));
  const received = new Map(storedPairs(forged.fields).map(([name, value]) => [name, String(value)]));
  const names = [...new Set([...signed.keys(), ...received.keys()])];
  const rows = names
    .map((name) => ({
      name,
      signed: signed.get(name) ?? missing,
      received: received.get(name) ?? missing,
    }))
    .filter((row) => row.signed !== row.received);
  if (rows.length === 0) return undefined;
  return { rows, rest: rest(names.length - rows.length) };
}
