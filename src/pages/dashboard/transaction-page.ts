import { transactionShape } from '../../control-api/shapes.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Callback } from '../../store/callbacks.ts';
import { firstPage } from '../../store/statements.ts';
import type { Transaction } from '../../store/transactions.ts';
import { suites } from '../export/suites.ts';
import type { Reader } from '../reader.ts';
import { shownAmount } from '../shown-amount.ts';
import { testerFrame } from '../tester-frame.ts';
import { callbackResult, forgedWords } from './callback-result.ts';
import { factsOf } from './facts.ts';
import type { Fact, Link } from './page-models.ts';
import { storyOf } from './story.ts';
import type { PaymentCallback, TransactionPage } from './transaction-models.ts';
import { verdictBox } from './verdict-box.ts';

export function transactionPage(runtime: Runtime, reader: Reader, transaction: Transaction): TransactionPage {
  const { id, status, mode, amount, currency, invoiceNo, createdAt } = transaction;
  const { t } = reader;
  const cursor = String(runtime.store.events.lastId());
  return {
    ...testerFrame(runtime, reader, 'transactions', t.dashboard.payments.page.title(invoiceNo)),
    ...checkoutOf(runtime, reader, transaction),
    id: String(id),
    invoice: invoiceNo,
    status,
    mode,
    amount: shownAmount(amount),
    currency: t.currency[currency],
    about: aboutOf(runtime, transaction),
    at: isoTime(createdAt),
    age: t.dashboard.payments.age((runtime.clock.now() - createdAt) / 1000),
    verdict: verdictBox(runtime, reader, transaction),
    timeline: storyOf(runtime, reader, id),
    lacksBeginning: lacksBeginning(runtime, id),
    cursor,
    callbacks: runtime.store.callbacks
      .list({ transactionId: id }, firstPage)
      .map((each) => callbackOf(runtime, reader, each)),
    exports: [
      ...suiteLinks(id),
      storyLink(t, id),
      { label: 'JSON', href: `/_sandbox/api/transactions/${id}`, isFile: false },
    ],
  };
}

function aboutOf({ names }: Runtime, { paymentMethod, gateway, mobileNumber }: Transaction): string[] {
  const method = paymentMethod === null ? '' : names.of(paymentMethod);
  const all = [names.of(gateway), method, mobileNumber ?? ''];
  return [...new Set(all)].filter((text) => text !== '');
}

function callbackOf({ store }: Runtime, { t }: Reader, callback: Callback): PaymentCallback {
  const { id, tamper, status } = callback;
  const { page } = t.dashboard.payments;
  const { result, attempts, outcome } = callbackResult(store, t, callback);
  const path = `/_sandbox/callbacks/${id}`;
  const actions: Partial<Record<Callback['status'], [string, string]>> = {
    held: [page.release, 'release'],
    exhausted: [page.resend, 'resend'],
    pending: [page.sendNow, 'resend'],
  };
  const [label, way] = actions[status] ?? [];
  return {
    id: String(id),
    href: path,
    title: tamper === null ? page.genuine : forgedWords(tamper, t.tamperings[tamper], page.forged),
    result,
    attempts: page.attempts(attempts),
    outcome,
    action: label === undefined ? undefined : { label, path: `${path}/${way}` },
  };
}

/** A checkout's transaction begins when the checkout is opened, a wallet's when it is paid. */
function lacksBeginning({ store }: Runtime, id: number): boolean {
  const beginning = store.checkouts.ofTransaction(id) ? 'transaction.started' : 'transaction.completed';
  return !store.events.ofTransaction(id).some(({ type }) => type === beginning);
}

/** The transaction's members, plus those of its checkout. */
function checkoutOf(
  runtime: Runtime,
  { t }: Reader,
  transaction: Transaction,
): Pick<TransactionPage, 'facts' | 'checkoutHref'> {
  // Shown in the page's header.
  const {
    checkout: _,
    invoice_no,
    status,
    amount,
    currency,
    verdict: __,
    ...record
  } = transactionShape(runtime, transaction);
  const checkout = runtime.store.checkouts.ofTransaction(transaction.id);
  if (!checkout) return { facts: named(t, record), checkoutHref: undefined };
  const { returnUrl, callbackUrl, expiresAt, open, token } = checkout;
  const own = { return_url: returnUrl, callback_url: callbackUrl, expires_at: isoTime(expiresAt) };
  const isOpen = open && expiresAt > runtime.clock.now();
  return {
    facts: named(t, { ...record, ...own }),
    checkoutHref: isOpen ? `/checkout?token=${encodeURIComponent(token)}` : undefined,
  };
}

function named({ dashboard }: Reader['t'], record: Readonly<Record<string, unknown>>): Fact[] {
  const names: Readonly<Record<string, string>> = dashboard.payments.page.facts;
  return factsOf(record).map((fact) => ({ ...fact, name: names[fact.name] ?? fact.name }));
}

function storyLink({ dashboard }: Reader['t'], id: number): Link {
  return { label: dashboard.stories.story, href: `/_sandbox/transactions/${id}/story`, isFile: true };
}

function suiteLinks(id: number): Link[] {
  return Object.entries(suites).map(([kind, { label }]) => ({
    label,
    href: `/_sandbox/transactions/${id}/export/${kind}`,
    isFile: true,
  }));
}
