import type { Verdict } from '../../journal/verdict.ts';
import type { Judged } from '../../journal/verdict-list.ts';
import { decidingAttempt } from '../../journal/verdict-words.ts';
import { traceOf } from '../../merchant-api/trace.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { tamperings } from '../../settings/delivery.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { LoggedRequest } from '../../store/requests.ts';
import { storedPairs } from '../../store/stored-json.ts';
import type { Reader } from '../reader.ts';
import { shownAmount } from '../shown-amount.ts';
import type { CallbackRow, RequestRow, TransactionRow, VerdictView } from '../tester-models.ts';
import { callbackResult, forgedWords, isRetried } from './callback-result.ts';
import { wrongFieldsIn } from './wrong-fields.ts';

export function transactionRow(
  runtime: Runtime,
  reader: Reader,
  { transaction, verdict }: Judged,
): TransactionRow {
  const { names, clock } = runtime;
  const { id, invoiceNo, gateway, paymentMethod, mode, amount, currency, status, createdAt } = transaction;
  return {
    id: String(id),
    href: `/_sandbox/transactions/${id}`,
    invoice: invoiceNo,
    account: accountName(runtime, reader, transaction.accountId),
    method: methodOf(runtime, paymentMethod),
    gateway: names.of(gateway),
    mode,
    amount: shownAmount(amount),
    currency: reader.t.currency[currency],
    status,
    verdict: verdictView(runtime, reader, verdict),
    at: isoTime(createdAt),
    age: reader.t.dashboard.payments.age((clock.now() - createdAt) / 1000),
  };
}

/** Undefined if all rows belong to one account. */
export function accountName({ store }: Runtime, { account }: Reader, id: string): string | undefined {
  if (account !== '' || store.accounts.all().length < 2) return undefined;
  return store.accounts.get(id)?.name ?? id;
}

function methodOf({ names }: Runtime, paymentMethod: string | null): string {
  return paymentMethod === null ? '' : names.of(paymentMethod);
}

function verdictView({ store }: Runtime, { t }: Reader, verdict: Verdict): VerdictView {
  const { labels, details } = t.dashboard.verdicts;
  const detail = details[verdict.kind](decidingAttempt(store, verdict));
  return { kind: verdict.kind, label: labels[verdict.kind], detail };
}

export function requestRow(_reader: Reader, row: LoggedRequest): RequestRow {
  return {
    id: String(row.id),
    href: `/_sandbox/requests/${row.id}`,
    at: isoTime(row.at),
    method: row.method,
    path: row.path.replace(/^\/api\/v1\/transaction\//, ''),
    about: aboutOf(row),
    status: row.status,
    code: row.code ?? undefined,
    durationMs: Math.round(row.durationUs / 100) / 10,
    fault: row.fault ?? undefined,
    note: row.note,
    reason: row.status < 400 ? undefined : reasonOf(row),
  };
}

/** The wrong fields, or the failed check in words. */
function reasonOf(row: LoggedRequest): string | undefined {
  const wrong = wrongFieldsIn(row.answer).map(({ name, why }) => `${name} ${why}`);
  return wrong.length > 0 ? wrong.join(' · ') : traceOf(row).find(({ passed }) => !passed)?.got;
}

const longestAbout = 40;
/** As a form body writes it: three characters for each of at most four bytes. */
const longestSent = longestAbout * 12;

/** From the raw body, because parsing it for each row takes as long as the rest of the page. */
const fieldIn = (name: string) =>
  new RegExp(`\\b${name}"?(?:\\s*[=:]\\s*"?|\\r\\n\\r\\n)([^&",}\\r\\n]{1,${longestSent}})`);
const invoiceIn = fieldIn('invoice_no');
const numberIn = fieldIn('mobile_number');

function aboutOf({ body }: LoggedRequest): string {
  const text = body.slice(0, 2000);
  const sent = (invoiceIn.exec(text) ?? numberIn.exec(text))?.[1] ?? '';
  // Like a form body; other encodings have neither character.
  const isForm = sent.includes('%') || sent.includes('+');
  const about = isForm ? (new URLSearchParams(`a=${sent}`).get('a') ?? '') : sent;
  return [...about].slice(0, longestAbout).join('');
}

export function callbackRow(runtime: Runtime, { t }: Reader, callback: Callback): CallbackRow {
  const { result, attempts, outcome } = callbackResult(runtime.store, t, callback);
  const transaction = runtime.store.transactions.get(callback.transactionId);
  const sent = Object.fromEntries(storedPairs(callback.fields));
  return {
    id: String(callback.id),
    href: `/_sandbox/callbacks/${callback.id}`,
    transactionId: String(callback.transactionId),
    invoice: String(sent.invoice_no ?? transaction?.invoiceNo ?? ''),
    amount: String(sent.amount ?? transaction?.amount ?? ''),
    currency: transaction?.currency ?? '',
    gateway: runtime.names.of(callback.gateway),
    method: callback.method,
    url: withoutQuery(callback.url),
    path: URL.parse(callback.url)?.pathname ?? callback.url,
    status: callback.status,
    result,
    tampered: callback.tamper === null ? undefined : forgeryIn(t, callback.tamper),
    at: isoTime(callback.createdAt),
    attempts,
    lastOutcome: outcome,
    nextAttemptAt: callback.nextAttemptAt === null ? undefined : isoTime(callback.nextAttemptAt),
    action: actionOn(runtime, callback),
  };
}

/** A forgery that was rejected is as it should be. */
function actionOn({ store }: Runtime, callback: Callback): CallbackRow['action'] {
  const { status, tamper } = callback;
  if (status === 'held') return 'release';
  if (tamper !== null) return undefined;
  if (isRetried(store, callback)) return 'sendNow';
  return status === 'exhausted' ? 'resend' : undefined;
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

function forgeryIn({ dashboard }: Reader['t'], tamper: string): string {
  const { forgeries, forged } = dashboard.callback;
  const known = tamperings.find((each) => each === tamper);
  return forgedWords(tamper, known ? forgeries[known] : tamper, forged);
}
