import { transactionShape } from '../../control-api/shapes.ts';
import { type VerdictKind, verdictOf } from '../../journal/verdict.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { firstPage } from '../../store/statements.ts';
import type { Transaction } from '../../store/transactions.ts';
import { suites } from '../export/suites.ts';
import type { Reader } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import { factsOf } from './facts.ts';
import type { Link, TransactionPage } from './page-models.ts';
import { callbackRow, verdictView } from './rows.ts';
import { storyOf } from './story.ts';

export function transactionPage(runtime: Runtime, reader: Reader, transaction: Transaction): TransactionPage {
  const { id, status, mode, amount, currency } = transaction;
  const cursor = String(runtime.store.events.lastId());
  return {
    ...testerFrame(runtime, reader, 'transactions', `Transaction ${id}`),
    ...checkoutOf(runtime, transaction),
    id: String(id),
    status,
    ...verdictOn(runtime, reader, transaction),
    mode,
    amount,
    currency,
    timeline: storyOf(runtime, id),
    lacksBeginning: lacksBeginning(runtime, id),
    cursor,
    callbacks: runtime.store.callbacks
      .list({ transactionId: id }, firstPage)
      .map((each) => callbackRow(runtime, reader, each)),
    exports: [{ label: 'JSON', href: `/_sandbox/api/transactions/${id}`, isFile: false }, ...suiteLinks(id)],
  };
}

const advice: Partial<Readonly<Record<VerdictKind, string>>> = {
  forged: 'Check hashed before you read any other field, and respond with 4xx if it does not match.',
  unaware: 'Fix your handler, then resend the callback.',
  held: 'Release the callback to continue.',
};

function verdictOn(
  runtime: Runtime,
  reader: Reader,
  transaction: Transaction,
): Pick<TransactionPage, 'verdict' | 'verdictAdvice' | 'verdictHref'> {
  const { kind, callbackId } = verdictOf(runtime.store, transaction);
  return {
    verdict: verdictView(runtime, reader, transaction),
    verdictAdvice: advice[kind] ?? '',
    verdictHref: callbackId === undefined ? undefined : `/_sandbox/callbacks/${callbackId}`,
  };
}

/** A checkout's transaction begins by being started, a wallet's is made when it is paid. */
function lacksBeginning({ store }: Runtime, id: number): boolean {
  const beginning = store.checkouts.ofTransaction(id) ? 'transaction.started' : 'transaction.completed';
  return !store.events.ofTransaction(id).some(({ type }) => type === beginning);
}

/** The record, with what a checkout adds to it. */
function checkoutOf(
  runtime: Runtime,
  transaction: Transaction,
): Pick<TransactionPage, 'facts' | 'checkoutHref'> {
  // The head of the page has these.
  const {
    checkout: _,
    transaction_id,
    status,
    amount,
    currency,
    verdict: __,
    ...record
  } = transactionShape(runtime, transaction);
  const checkout = runtime.store.checkouts.ofTransaction(transaction.id);
  if (!checkout) return { facts: factsOf(record), checkoutHref: undefined };
  const { returnUrl, callbackUrl, expiresAt, open, token } = checkout;
  const own = { return_url: returnUrl, callback_url: callbackUrl, expires_at: isoTime(expiresAt) };
  const isOpen = open && expiresAt > runtime.clock.now();
  return {
    facts: factsOf({ ...record, ...own }),
    checkoutHref: isOpen ? `/checkout?token=${encodeURIComponent(token)}` : undefined,
  };
}

function suiteLinks(id: number): Link[] {
  return Object.entries(suites).map(([kind, { label }]) => ({
    label,
    href: `/_sandbox/transactions/${id}/export/${kind}`,
    isFile: true,
  }));
}
