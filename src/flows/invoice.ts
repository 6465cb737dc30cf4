import { type ApiError, invalidField } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingHint } from '../settings/setting-hint.ts';
import type { Transaction } from '../store/transactions.ts';
import { type MerchantRequest, required } from './merchant-request.ts';

interface Registered {
  readonly status: 'started' | 'completed';
  readonly holdsInvoice: boolean;
  readonly mobileNumber: string | undefined;
}

/** Inserts a confirm's transaction. Throws without writing if another one holds its invoice number. */
export function insertTransaction(
  runtime: Runtime,
  request: MerchantRequest,
  registered: Registered,
): Transaction {
  const { account, mode, gateway, amount, fields, notes } = request;
  notes.assumptions.add('invoice.used');
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
  };
  const id = runtime.store.transactions.insert(row);
  if (id === undefined) throw usedInvoice(runtime, request, holderOf(runtime, request));
  notes.transactionId = id;
  return { ...row, id };
}

/** Refuses a checkout whose invoice number is already held, even if only completed payments hold numbers. */
export function refuseHeldInvoice(runtime: Runtime, request: MerchantRequest): void {
  request.notes.assumptions.add('invoice.used');
  const holder = holderOf(runtime, request);
  if (holder) throw usedInvoice(runtime, request, holder);
}

function holderOf({ store }: Runtime, request: MerchantRequest): Transaction | undefined {
  return store.transactions.holderOf(request.account.id, request.mode, required(request, 'invoice_no'));
}

/**
 * An `invoice_no` already used on any gateway of the account and mode (provider's documentation, "Limits").
 */
function usedInvoice(
  { settings }: Runtime,
  { notes }: MerchantRequest,
  holder: Transaction | undefined,
): ApiError {
  notes.assumptions.add('invoice.scope').add('invoice.refusal');
  const isUnpaid = holder?.status !== 'completed' && settings.current.invoice.used === 'confirmed';
  return invalidField('invoice_no', 'has been used before', isUnpaid ? reuseHint : undefined);
}

const reuseHint = settingHint('use an invoice_no again until it is paid', 'invoice.used');
