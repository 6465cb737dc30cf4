import type { DeliveryChoice } from '../callbacks/choice.ts';
import { enqueueCallbacks } from '../callbacks/enqueue.ts';
import type { Finished } from '../callbacks/signed.ts';
import type { Outcome } from '../gateways/definition.ts';
import type { CheckoutGateway } from '../gateways/gateway.ts';
import { longest } from '../protocol/duration.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { TransactionStatus } from '../store/statuses.ts';
import type { Transaction } from '../store/transactions.ts';
import { insertTransaction, takeInvoice } from './invoice.ts';
import { type MerchantRequest, required } from './merchant-request.ts';
import { closeProcess } from './phone.ts';
import { refuseAboveSandboxLimit } from './sandbox-limit.ts';
import { CheckoutRefused, finishedOf, openSession, returnUrl, type Session, tell } from './session.ts';

/** The checkout gateways' only step: registers the transaction and returns the token of its hosted page. */
export function confirm(
  runtime: Runtime,
  request: MerchantRequest<CheckoutGateway>,
): { readonly token: string } {
  refuseAboveSandboxLimit(runtime, request);
  const { ids, settings } = runtime;
  const transaction = insertTransaction(runtime, request, {
    status: 'started',
    holdsInvoice: settings.current.invoice.used === 'confirmed',
    mobileNumber: request.fields.get('mobile_number'),
  });
  const token = ids.token();
  openCheckout(runtime, request, token, transaction);
  tell(runtime, transaction, 'transaction.started', { amount: transaction.amount });
  request.notes.assumptions.add('checkout.lifetime');
  return { token };
}

function openCheckout(
  runtime: Runtime,
  request: MerchantRequest,
  token: string,
  transaction: Transaction,
): void {
  const { store, settings, alarms } = runtime;
  const { fields } = request;
  const expiresAt = transaction.createdAt + settingMs(settings.current.checkout.lifetime);
  store.checkouts.insert({
    token,
    transactionId: transaction.id,
    accountId: transaction.accountId,
    open: true,
    lang: fields.get('lang') === 'en' ? 'en' : 'ar',
    returnUrl: required(request, 'return_url'),
    callbackUrl: fields.get('callback_url') ?? null,
    expiresAt,
    declineReason: null,
    returnsBrowser: true,
    tamper: null,
    returnedAt: null,
    step: null,
    stepMethod: null,
    processId: null,
    choices: null,
    showsDecline: false,
  });
  alarms.note(expiresAt);
}

export interface Decision {
  readonly status: Outcome;
  readonly returnUrl: string;
  readonly callbackIds: readonly number[];
}

/**
 * Ends an open checkout as paid or canceled and puts the callback that it owes into the outbox, in one
 * transaction. Of several concurrent calls exactly one succeeds; the others throw `CheckoutRefused`.
 */
export function decide(
  runtime: Runtime,
  token: string,
  outcome: Outcome,
  paymentMethod: string | undefined,
  choice: DeliveryChoice,
): Decision {
  const { store, clock } = runtime;
  const session = openSession(runtime, token);
  const { transaction } = session;
  if (outcome === 'completed' && !takeInvoice(runtime, transaction))
    throw new CheckoutRefused('invoice-paid');
  const now = clock.now();
  const back = { returnsBrowser: choice.order !== 'callback-only', tamper: choice.tamper ?? null };
  if (!store.checkouts.close(token, now, back)) throw new CheckoutRefused('decided', 'expired');
  leaveCode(runtime, session);
  store.transactions.end(transaction.id, outcome, paymentMethod ?? null, now);
  tell(runtime, transaction, `transaction.${outcome}`, {
    ...(paymentMethod && { payment_method: paymentMethod }),
  });
  const finished = finishedOf(runtime, token);
  return {
    status: outcome,
    returnUrl: returnUrl(runtime, finished),
    callbackIds: enqueueCallbacks(runtime, finished, choice),
  };
}

/** Records a decline. Unless it is final, the customer can try again, with the same card or another. */
export function decline(runtime: Runtime, token: string, reason: string, final: boolean): TransactionStatus {
  const { store, clock } = runtime;
  const session = openSession(runtime, token);
  const { transaction } = session;
  const now = clock.now();
  if (!store.checkouts.decline(token, reason, now)) throw new CheckoutRefused('decided', 'expired');
  leaveCode(runtime, session);
  if (!final) {
    tell(runtime, transaction, 'checkout.declined', { reason });
    return 'started';
  }
  store.checkouts.close(token, now, { returnsBrowser: true, tamper: null });
  store.transactions.end(transaction.id, 'declined', null, now);
  tell(runtime, transaction, 'transaction.declined', { reason });
  return 'declined';
}

/** Ends an open checkout as expired, even before its time is up. */
export function expire(runtime: Runtime, token: string): TransactionStatus {
  const session = openSession(runtime, token);
  const { transaction } = session;
  runtime.store.checkouts.expire(token);
  leaveCode(runtime, session);
  runtime.store.transactions.end(transaction.id, 'expired', null, runtime.clock.now());
  tell(runtime, transaction, 'transaction.expired');
  return 'expired';
}

/** Gives an open checkout more time and returns its expiry. Throws `CheckoutRefused` if that is too long. */
export function extend(runtime: Runtime, token: string, byMs: number): number {
  const { transaction, checkout } = openSession(runtime, token);
  const expiresAt = checkout.expiresAt + byMs;
  if (checkout.expiresAt <= runtime.clock.now() || !runtime.store.checkouts.extend(token, expiresAt)) {
    throw new CheckoutRefused('decided', 'expired');
  }
  if (expiresAt - runtime.clock.now() > settingMs(longest.date)) throw new CheckoutRefused('too-long');
  runtime.alarms.note(expiresAt);
  tell(runtime, transaction, 'checkout.extended', { expires_at: isoTime(expiresAt) });
  return expiresAt;
}

/**
 * Records that the browser is sent back, which schedules the callbacks that wait for it (`return-first`).
 * True only the first time: a finished checkout that is opened again offers a link instead of a redirect.
 */
export function noteReturn(runtime: Runtime, finished: Finished): boolean {
  const { store, clock, alarms } = runtime;
  const now = clock.now();
  if (!store.checkouts.noteReturn(finished.checkout.token, now)) return false;
  tell(runtime, finished.transaction, 'checkout.returned');
  if (store.callbacks.noteReturn(finished.transaction.id, now)) alarms.note(now);
  return true;
}

/** Invalidates a code that the page asked for. A confirmed code stays confirmed. */
function leaveCode(runtime: Runtime, { checkout }: Session): void {
  if (checkout.processId !== null) closeProcess(runtime, checkout.processId);
}
