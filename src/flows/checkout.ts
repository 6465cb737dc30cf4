import { type DeliveryChoice, enqueueCallbacks } from '../callbacks/enqueue.ts';
import { type Finished, signedReturn } from '../callbacks/signed.ts';
import type { CheckoutGateway, Outcome } from '../gateways/gateway.ts';
import { gateways } from '../gateways/index.ts';
import type { Runtime } from '../runtime.ts';
import { settingMs } from '../settings.ts';
import type { Checkout } from '../store/checkouts.ts';
import type { TransactionStatus } from '../store/schema.ts';
import type { Transaction } from '../store/transactions.ts';
import { type Exchange, required } from './exchange.ts';
import { refuseHeldInvoice, refuseUsedInvoice } from './invoice.ts';
import { refuseAboveSandboxLimit } from './sandbox-limit.ts';

/** The one step of the checkout gateways: registers the transaction and returns the token of its hosted page. */
export function confirm(runtime: Runtime, exchange: Exchange<CheckoutGateway>): { readonly token: string } {
  refuseAboveSandboxLimit(runtime, exchange);
  refuseHeldInvoice(runtime, exchange);
  const { store, journal, clock, ids, settings, alarms } = runtime;
  const { account, mode, gateway, amount, fields } = exchange;
  const now = clock.now();
  const invoiceNo = required(exchange, 'invoice_no');
  const transactionId = store.transactions.insert({
    accountId: account.id,
    mode,
    gateway: gateway.token,
    invoiceNo,
    holdsInvoice: settings.current.invoice.used === 'confirmed',
    amount: amount.text,
    amountHundredths: amount.hundredths,
    currency: gateway.currency,
    status: 'started',
    paymentMethod: null,
    mobileNumber: fields.get('mobile_number') ?? null,
    email: fields.get('email') ?? null,
    customerIp: fields.get('customer_ip') ?? null,
    createdAt: now,
    decidedAt: null,
  });
  if (transactionId === undefined) throw refuseUsedInvoice();
  const token = ids.token();
  const expiresAt = now + settingMs(settings.current.checkout.lifetime);
  store.checkouts.insert({
    token,
    transactionId,
    open: true,
    lang: fields.get('lang') === 'en' ? 'en' : 'ar',
    returnUrl: required(exchange, 'return_url'),
    callbackUrl: fields.get('callback_url') ?? null,
    expiresAt,
    declineReason: null,
    returnsBrowser: true,
    returnedAt: null,
  });
  alarms.note(expiresAt);
  const about = { accountId: account.id, transactionId, invoiceNo };
  journal.append({
    ...about,
    type: 'transaction.started',
    data: { gateway: gateway.token, amount: amount.text },
  });
  exchange.notes.transactionId = transactionId;
  exchange.notes.assumptions.add('checkout.lifetime');
  return { token };
}

/** Why a checkout cannot be changed: there is none, it has ended, or its invoice was paid by another one. */
export class CheckoutRefused extends Error {
  override readonly name = 'CheckoutRefused';
  readonly reason: 'unknown' | 'decided' | 'invoice-paid';
  readonly status: TransactionStatus | undefined;

  constructor(reason: CheckoutRefused['reason'], status?: TransactionStatus) {
    super(refusals[reason](status));
    this.reason = reason;
    this.status = status;
  }
}

const refusals = {
  unknown: () => 'There is no checkout with this token.',
  decided: (status?: string) => `This checkout is ${status} already.`,
  'invoice-paid': () => 'The invoice of this checkout has been paid by another one.',
} as const;

/** A checkout with all that belongs to it. */
export interface Session {
  readonly checkout: Checkout;
  readonly transaction: Transaction;
  readonly gateway: CheckoutGateway;
}

/** The session of a token, or undefined when there is none. */
export function sessionOf(runtime: Runtime, token: string): Session | undefined {
  const checkout = runtime.store.checkouts.get(token);
  const transaction = checkout && runtime.store.transactions.get(checkout.transactionId);
  const gateway = transaction && gateways[transaction.gateway];
  if (!checkout || !transaction || gateway?.flow !== 'checkout') return undefined;
  return { checkout, transaction, gateway };
}

export interface Decision {
  readonly status: TransactionStatus;
  readonly returnUrl: string;
  readonly callbackIds: readonly number[];
}

/**
 * Ends an open checkout as paid or canceled, and puts the callback that it owes into the outbox, in one transaction. Exactly
 * one of all who ask at once succeeds; the others get `CheckoutRefused`.
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
  if (outcome === 'completed' && !holdsInvoice(runtime, transaction))
    throw new CheckoutRefused('invoice-paid');
  const now = clock.now();
  const returnsBrowser = choice.order !== 'callback-only';
  if (!store.checkouts.close(token, now, returnsBrowser)) throw new CheckoutRefused('decided', 'expired');
  store.transactions.end(transaction.id, outcome, paymentMethod ?? null, now);
  append(runtime, transaction, `transaction.${outcome}`, {
    ...(paymentMethod && { payment_method: paymentMethod }),
  });
  const finished = finishedOf(runtime, token);
  return {
    status: outcome,
    returnUrl: returnUrl(runtime, finished),
    callbackIds: enqueueCallbacks(runtime, finished, choice),
  };
}

/** Notes a decline: the customer may try again, unless it is final. */
export function decline(runtime: Runtime, token: string, reason: string, final: boolean): TransactionStatus {
  const { store, clock } = runtime;
  const { transaction } = openSession(runtime, token);
  const now = clock.now();
  if (!store.checkouts.decline(token, reason, now)) throw new CheckoutRefused('decided', 'expired');
  if (!final) {
    append(runtime, transaction, 'checkout.declined', { reason });
    return 'started';
  }
  store.checkouts.close(token, now, true);
  store.transactions.end(transaction.id, 'declined', null, now);
  append(runtime, transaction, 'transaction.declined', { reason });
  return 'declined';
}

/** Ends an open checkout as expired, whatever its time. */
export function expire(runtime: Runtime, token: string): TransactionStatus {
  const { transaction } = openSession(runtime, token);
  runtime.store.checkouts.expire(token);
  runtime.store.transactions.end(transaction.id, 'expired', null, runtime.clock.now());
  append(runtime, transaction, 'transaction.expired');
  return 'expired';
}

/** Gives an open checkout more time. Returns the new expiry. */
export function extend(runtime: Runtime, token: string, byMs: number): number {
  const { transaction, checkout } = openSession(runtime, token);
  const expiresAt = checkout.expiresAt + byMs;
  if (checkout.expiresAt <= runtime.clock.now() || !runtime.store.checkouts.extend(token, expiresAt)) {
    throw new CheckoutRefused('decided', 'expired');
  }
  runtime.alarms.note(expiresAt);
  append(runtime, transaction, 'checkout.extended', { expires_at: new Date(expiresAt).toISOString() });
  return expiresAt;
}

/** A paid or canceled checkout. Throws for any other. */
export function finishedOf(runtime: Runtime, token: string): Finished {
  const session = sessionOf(runtime, token);
  const account = session && runtime.store.accounts.get(session.transaction.accountId);
  if (!session || !account) throw new CheckoutRefused('unknown');
  const { status } = session.transaction;
  if (status !== 'completed' && status !== 'canceled') throw new CheckoutRefused('decided', status);
  return { ...session, account, outcome: status };
}

/** The whole signed URL that the browser goes back to. */
export function returnUrl(runtime: Runtime, finished: Finished): string {
  const isCard = finished.gateway.callback.to === 'return_url';
  if (isCard && runtime.settings.current.card.callback === 'server') return finished.checkout.returnUrl;
  return signedReturn(runtime, finished).url;
}

/**
 * The browser is sent back: callbacks that wait for it (`return-first`) go out soon after. True for the first time: whoever opens the
 * page of a finished checkout again is offered the way, not sent.
 */
export function noteReturn(runtime: Runtime, finished: Finished): boolean {
  const { store, clock, alarms } = runtime;
  const now = clock.now();
  if (!store.checkouts.noteReturn(finished.checkout.token, now)) return false;
  append(runtime, finished.transaction, 'checkout.returned');
  if (store.callbacks.noteReturn(finished.transaction.id, now)) alarms.note(now);
  return true;
}

function openSession(runtime: Runtime, token: string): Session {
  const session = sessionOf(runtime, token);
  if (!session) throw new CheckoutRefused('unknown');
  if (!session.checkout.open) throw new CheckoutRefused('decided', session.transaction.status);
  return session;
}

/** Whether the transaction's invoice number is its own: where `invoice.used` is `completed`, the first one paid takes it. */
function holdsInvoice({ store }: Runtime, transaction: Transaction): boolean {
  return transaction.holdsInvoice || store.transactions.holdInvoice(transaction.id);
}

function append(
  { journal }: Runtime,
  transaction: Transaction,
  type: Parameters<Runtime['journal']['append']>[0]['type'],
  data: Readonly<Record<string, unknown>> = {},
): void {
  journal.append({
    type,
    accountId: transaction.accountId,
    transactionId: transaction.id,
    invoiceNo: transaction.invoiceNo,
    data: { gateway: transaction.gateway, ...data },
  });
}
