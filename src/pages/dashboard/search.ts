import type { Context, Hono } from 'hono';
import { otpStatus } from '../../control-api/shapes.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { seeOther } from '../../http/see-other.ts';
import { verdictsOf } from '../../journal/verdict.ts';
import { latinDigits, normalMobileNumber } from '../../protocol/mobile-number.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { LoggedRequest } from '../../store/requests.ts';
import { newestSearched } from '../../store/search.ts';
import type { Transaction } from '../../store/transactions.ts';
import type { Otp } from '../../store/verifications.ts';
import { phoneHref } from '../account-query.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import type { TesterFrame, TransactionRow } from '../tester-models.ts';
import type { CallRow } from './overview-model.ts';
import { requestRow, transactionRow } from './rows.ts';
import { asciiLower, sentSpellings, typedSpellings } from './spellings.ts';

const mostShown = 20;
const longestQuery = 200;
const first = { before: Number.MAX_SAFE_INTEGER, limit: mostShown };

interface CodeRow {
  readonly code: string;
  readonly number: string;
  readonly href: string;
  readonly state: Otp['status'];
  readonly at: string;
  readonly age: string;
}

interface SearchPage extends TesterFrame {
  readonly transactions: readonly TransactionRow[];
  readonly calls: readonly CallRow[];
  readonly codes: readonly CodeRow[];
  readonly newest: number;
  readonly most: number;
}

/** Search results in page order. `exact`: URLs of the records that match the whole text, or of the only match. */
interface Found {
  readonly payments: readonly Transaction[];
  readonly calls: readonly LoggedRequest[];
  readonly codes: readonly Otp[];
  readonly exact: ReadonlySet<string>;
}

/** The search box on every page. A single match opens directly. */
export function searchRoute(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/_sandbox/search', (c) => {
    const query = (c.req.query('q') ?? '').trim().slice(0, longestQuery);
    const found = search(runtime, query, readerOf(c));
    const [only] = found.exact;
    if (only !== undefined && found.exact.size === 1) return seeOther(only);
    return show(c, runtime, query, found);
  });
}

function show(c: Context<AppEnv>, runtime: Runtime, query: string, found: Found): Response {
  const reader = readerOf(c);
  const words = reader.t.dashboard.search;
  const verdicts = verdictsOf(runtime.store, found.payments);
  const model: SearchPage = {
    ...testerFrame(runtime, reader, 'search', query === '' ? words.title : words.heading(query)),
    query,
    newest: newestSearched,
    most: mostShown,
    transactions: found.payments.flatMap((transaction, at) => {
      const verdict = verdicts[at];
      return verdict ? [transactionRow(runtime, reader, { transaction, verdict })] : [];
    }),
    calls: found.calls.map((each) => ({ ...requestRow(reader, each), age: ageOf(runtime, reader, each.at) })),
    codes: found.codes.map((each) => codeRow(runtime, reader, each)),
  };
  return page(c, 200, 'dashboard/search', model);
}

function search(runtime: Runtime, query: string, { account }: Reader): Found {
  if (query === '') return { payments: [], calls: [], codes: [], exact: new Set() };
  const { store } = runtime;
  const texts = typedSpellings(query);
  const text = latinDigits(query);
  const number = normalMobileNumber(text);
  const isOwn = (row: { readonly accountId: string | null } | undefined) =>
    account === '' || row?.accountId === account;
  const looked = { accountId: account || null, limit: mostShown };
  const named = texts.flatMap((each) => namedPayments(runtime, each, ofAccount(account))).filter(isOwn);
  const like = texts.flatMap((each) => store.search.payments({ ...looked, text: asciiLower(each), number }));
  const payments = newestOf([...named, ...like.map((each) => store.transactions.get(each))]);
  const codes = codesOf(runtime, text, number, account);
  const ofProcess = store.requests.ofProcess(text).filter(isOwn);
  const callIds = texts
    .flatMap(sentSpellings)
    .flatMap((each) => store.search.calls({ ...looked, text: each }));
  const calls = newestOf([...ofProcess, ...callIds.map((each) => store.requests.get(each))]);
  const whole = [
    ...named.map((each) => `/_sandbox/transactions/${each.id}`),
    ...(named.length === 0 ? codes.exact.map((otp) => phoneOf(otp, account)) : []),
  ];
  const only = onlyInvoice(texts, payments, [...codes.all, ...calls.filter(isOther(payments))]);
  return { payments, calls, codes: codes.all, exact: new Set(whole.length === 0 ? only : whole) };
}

/** The payments with this ID, invoice number, or process. */
function namedPayments({ store }: Runtime, text: string, filter: OfAccount): Transaction[] {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const verification = store.verifications.get(text);
  return [
    id === undefined ? undefined : store.transactions.get(id),
    ...store.transactions.list({ ...filter, invoiceNo: text }, first),
    verification?.transactionId ? store.transactions.get(verification.transactionId) : undefined,
  ].filter((each) => each !== undefined);
}

/** The payment whose invoice alone has the text in it. Its own calls are part of it. */
function onlyInvoice(
  texts: readonly string[],
  payments: readonly Transaction[],
  others: readonly unknown[],
): string[] {
  const [payment] = payments;
  if (!payment || payments.length > 1 || others.length > 0) return [];
  const isInvoice = texts.some((text) => asciiLower(payment.invoiceNo).includes(asciiLower(text)));
  return isInvoice ? [`/_sandbox/transactions/${payment.id}`] : [];
}

function isOther(payments: readonly Transaction[]): (call: LoggedRequest) => boolean {
  return ({ transactionId }) => !payments.some(({ id }) => id === transactionId);
}

/** A number's codes are not exact matches, because the search is for everything about the number. */
function codesOf({ store }: Runtime, text: string, number: string, account: string) {
  const filter = ofAccount(account);
  const looked = { text, accountId: account || null, limit: mostShown };
  const exact = newestOf([
    ...store.search.codes(looked).map((each) => store.verifications.otp(each)),
    ...store.verifications.otps({ ...filter, processId: text }, first),
  ]);
  const ofNumber = store.verifications.otps({ ...filter, mobileNumber: number }, first);
  return { exact, all: newestOf([...exact, ...ofNumber]) };
}

interface OfAccount {
  readonly accountId?: string;
}

function ofAccount(account: string): OfAccount {
  return account === '' ? {} : { accountId: account };
}

/** Removes duplicates and sorts newest first. */
function newestOf<Row extends { readonly id: number }>(rows: readonly (Row | undefined)[]): Row[] {
  const byId = new Map(rows.flatMap((row): [number, Row][] => (row ? [[row.id, row]] : [])));
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, mostShown);
}

function phoneOf({ mobileNumber, id }: Otp, account: string): string {
  return `${phoneHref(mobileNumber, account)}#otp-${id}`;
}

function codeRow(runtime: Runtime, reader: Reader, otp: Otp): CodeRow {
  return {
    code: otp.code,
    number: otp.mobileNumber,
    href: phoneOf(otp, reader.account),
    state: otpStatus(runtime, otp),
    at: isoTime(otp.createdAt),
    age: ageOf(runtime, reader, otp.createdAt),
  };
}

function ageOf({ clock }: Runtime, { t }: Reader, at: number): string {
  return t.dashboard.payments.age((clock.now() - at) / 1000);
}
