import { otpMessage } from '../flows/otp-message.ts';
import type { Session } from '../flows/session.ts';
import type { Verdict } from '../journal/verdict.ts';
import { masked } from '../merchant-api/credentials.ts';
import { traceOf } from '../merchant-api/trace.ts';
import { mappedUrl } from '../protocol/host-map.ts';
import { portOf } from '../protocol/merchant-url.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Account } from '../store/accounts.ts';
import type { Attempt } from '../store/attempts.ts';
import type { Callback } from '../store/callbacks.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { RequestRow } from '../store/schema-records.ts';
import { storedHeaders, storedPairs, storedTexts } from '../store/stored-json.ts';
import type { Transaction } from '../store/transactions.ts';
import type { Otp } from '../store/verifications.ts';
import { attemptShape, listedAttemptShape, newestAttempts } from './attempt-shape.ts';
import { verdictShape } from './verdict-shape.ts';

export function accountShape(account: Account, secrets: 'shown' | 'masked') {
  const show = secrets === 'shown' ? (text: string) => text : masked;
  return {
    id: account.id,
    name: account.name,
    approved: account.approved,
    allow_self_signed: account.allowSelfSigned,
    api_key: show(account.apiKey),
    secret_key: show(account.secretKey),
    access_tokens: { test: show(account.accessTokens.test), live: show(account.accessTokens.live) },
    gateways: account.gateways,
    brand: account.brand ?? { accent: null, logo: null },
    ip_whitelist: account.whitelist,
    created_at: isoTime(account.createdAt),
  };
}

export function otpShape(runtime: Runtime, otp: Otp) {
  return {
    id: String(otp.id),
    account: otp.accountId,
    mode: otp.mode,
    gateway: runtime.names.of(otp.gateway),
    mobile_number: otp.mobileNumber,
    code: otp.code,
    process_id: otp.processId,
    amount: otp.amount,
    status: otpStatus(runtime, otp),
    attempts: otp.attempts,
    created_at: isoTime(otp.createdAt),
    expires_at: isoTime(otp.expiresAt),
    message: otpMessage(otp),
  };
}

/** An active code whose time is up counts as expired, even before that is stored. */
export function otpStatus(runtime: Runtime, otp: Otp): Otp['status'] {
  return otpStatusAt(runtime.clock.now(), otp);
}

export function otpStatusAt(now: number, { status, expiresAt }: Otp): Otp['status'] {
  return status === 'active' && expiresAt <= now ? 'expired' : status;
}

export function transactionShape(runtime: Runtime, transaction: Transaction, verdict?: Verdict) {
  const checkout = runtime.store.checkouts.ofTransaction(transaction.id);
  return {
    transaction_id: String(transaction.id),
    account: transaction.accountId,
    mode: transaction.mode,
    gateway: runtime.names.of(transaction.gateway),
    invoice_no: transaction.invoiceNo,
    amount: transaction.amount,
    currency: transaction.currency,
    status: transaction.status,
    payment_method: transaction.paymentMethod && runtime.names.of(transaction.paymentMethod),
    mobile_number: transaction.mobileNumber,
    email: transaction.email,
    customer_ip: transaction.customerIp,
    decline_reason: checkout?.declineReason ?? null,
    checkout: checkout?.token ?? null,
    created_at: isoTime(transaction.createdAt),
    decided_at: transaction.decidedAt === null ? null : isoTime(transaction.decidedAt),
    verdict: verdictShape(runtime, transaction, verdict),
  };
}

export function checkoutShape(runtime: Runtime, { checkout, transaction }: Session) {
  return {
    id: checkout.token,
    ...transactionShape(runtime, transaction),
    redirect_url: `${runtime.addresses.publicUrl}/checkout?token=${checkout.token}`,
    lang: checkout.lang,
    return_url: checkout.returnUrl,
    callback_url: checkout.callbackUrl,
    expires_at: isoTime(checkout.expiresAt),
  };
}

export function callbackShape(runtime: Runtime, callback: Callback) {
  const newest = runtime.store.callbacks.attempts(callback.id, newestAttempts);
  return { ...callbackRecord(runtime, callback), ...attemptsOf(newest, attemptShape) };
}

/** In lists, merchants' answers are cut short. */
export function listedCallbackShape(runtime: Runtime, callback: Callback) {
  const newest = runtime.store.callbacks.shortAttempts(callback.id, newestAttempts);
  return { ...callbackRecord(runtime, callback), ...attemptsOf(newest, listedAttemptShape) };
}

/** Attempts are numbered from 1 and never removed one by one, so the newest number is the total. */
function attemptsOf<Row extends Attempt, Shape>(newestFirst: readonly Row[], shape: (row: Row) => Shape) {
  return { attempts_total: newestFirst[0]?.number ?? 0, attempts: newestFirst.toReversed().map(shape) };
}

/** A callback without its attempts. */
export function callbackRecord(runtime: Runtime, callback: Callback) {
  return {
    id: String(callback.id),
    transaction_id: String(callback.transactionId),
    account: callback.accountId,
    gateway: runtime.names.of(callback.gateway),
    method: callback.method,
    url: callback.url,
    target_host: targetHost(runtime, callback),
    body: callback.body,
    fields: Object.fromEntries(storedPairs(callback.fields)),
    signed_string: callback.signedString,
    hashed: callback.hashed,
    status: callback.status,
    tampered: callback.tamper,
    copy_of: callback.copyOf === null ? null : String(callback.copyOf),
    next_attempt_at: callback.nextAttemptAt === null ? null : isoTime(callback.nextAttemptAt),
    created_at: isoTime(callback.createdAt),
  };
}

/** Always with its port. Empty if the stored URL is damaged. */
function targetHost({ addresses }: Runtime, { url }: Callback): string {
  const parsed = URL.parse(url);
  if (!parsed) return '';
  const target = mappedUrl(addresses.callbackHostMap, parsed);
  return `${target.hostname}:${portOf(target)}`;
}

export function requestShape(runtime: Runtime, row: LoggedRequest) {
  return {
    id: String(row.id),
    at: isoTime(row.at),
    account: row.accountId,
    mode: row.mode,
    gateway: row.gateway && runtime.names.of(row.gateway),
    action: row.action,
    method: row.method,
    path: row.path,
    remote_address: row.remoteAddress,
    headers: Object.fromEntries(storedHeaders(row.headers)),
    body: row.body,
    status: row.status,
    code: row.code,
    answer: answerOf(row),
    fault: row.fault,
    note: row.note ?? null,
    duration_ms: row.durationUs / 1000,
    transaction_id: row.transactionId === null ? null : String(row.transactionId),
    process_id: row.processId,
    trace: traceOf(row),
    lint: storedTexts(row.lint),
    assumptions: storedTexts(row.assumptions),
  };
}

/** Parsed JSON, or the text if a fault answered with something else. */
function answerOf({ answer }: RequestRow): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
