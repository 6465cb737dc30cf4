import { type ApiError, invalidField } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingHint } from '../settings/setting-hint.ts';
import { firstPage } from '../store/statements.ts';
import type { Transaction } from '../store/transactions.ts';
import { type MerchantRequest, required } from './merchant-request.ts';

interface Registered {
  readonly status: 'started' | 'completed';
  readonly holdsInvoice: boolean;
  readonly mobileNumber: string | undefined;
}

/** Inserts a confirm's transaction. Throws without writing if its invoice number is used. */
export function insertTransaction(
  runtime: Runtime,
  request: MerchantRequest,
  registered: Registered,
): Transaction {
  const { account, mode, gateway, amount, fields, notes } = request;
  const holder = unpaidHolder(runtime, request);
  const now = runtime.clock.now();
  const row = {
    accountId: account.id,
    mode,
    gateway: gateway.token,
    invoiceNo: required(request, 'invoice_no'),
    holdsInvoice: registered.holdsInvoice,
    amount: amount.text,
    amountHundredths: amount.hundredths,
    currency: gateway.currency,
    status: registered.status,
    paymentMethod: null,
    mobileNumber: registered.mobileNumber ?? null,
    email: fields.get('email') ?? null,
    customerIp: fields.get('customer_ip') ?? null,
    createdAt: now,
    decidedAt: registered.status === 'completed' ? now : null,
    answerLost: null,
  };
  if (holder && row.holdsInvoice) runtime.store.transactions.releaseInvoice(holder.id);
  const id = runtime.store.transactions.insert(row);
  notes.transactionId = id;
  return { ...row, id };
}

/**
 * Makes a checkout that is being paid hold its invoice number, also in place of one that is not paid. False
 * when another one is paid. Settings may change while checkouts are open, so no setting decides this.
 */
export function takeInvoice({ store }: Runtime, transaction: Transaction): boolean {
  if (transaction.holdsInvoice) return true;
  const { id, accountId, mode, invoiceNo } = transaction;
  const holder = store.transactions.holderOf(accountId, mode, invoiceNo);
  if (holder?.status === 'completed') return false;
  if (holder) store.transactions.releaseInvoice(holder.id);
  store.transactions.holdInvoice(id);
  return true;
}

/**
 * Throws if the invoice number is used, judged by the setting as it is now. Otherwise returns the transaction
 * that holds it from when any confirm used it up.
 */
function unpaidHolder({ store, settings }: Runtime, request: MerchantRequest): Transaction | undefined {
  request.notes.assumptions.add('invoice.used');
  const accountId = request.account.id;
  const { mode } = request;
  const invoiceNo = required(request, 'invoice_no');
  const holderOf = () => store.transactions.holderOf(accountId, mode, invoiceNo);
  if (settings.current.invoice.used === 'confirmed') {
    if (store.transactions.list({ accountId, mode, invoiceNo }, { ...firstPage, limit: 1 }).length === 0)
      return undefined;
    throw usedInvoice(request, holderOf()?.status === 'completed' ? undefined : reuseHint);
  }
  const holder = holderOf();
  if (holder?.status === 'completed') throw usedInvoice(request);
  return holder;
}

/**
 * An `invoice_no` already used on any gateway of the account and mode (provider's documentation, "Limits").
 */
function usedInvoice({ notes }: MerchantRequest, hint?: string): ApiError {
  notes.assumptions.add('invoice.scope').add('invoice.refusal');
  return invalidField('invoice_no', 'has been used before', hint);
}

const reuseHint = settingHint('use an invoice_no again until it is paid', 'invoice.used');
