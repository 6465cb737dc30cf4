import { type ApiError, invalidField } from '../protocol/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
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
  if (id === undefined) throw usedInvoice(request);
  notes.transactionId = id;
  return { ...row, id };
}

/** Refuses a checkout whose invoice number is already held, even if only completed payments hold numbers. */
export function refuseHeldInvoice(runtime: Runtime, request: MerchantRequest): void {
  const { account, mode, notes } = request;
  notes.assumptions.add('invoice.used');
  const holder = runtime.store.transactions.holderOf(account.id, mode, required(request, 'invoice_no'));
  if (holder) throw usedInvoice(request);
}

/** The invoice number was used before on any gateway of the account and mode (document, "Limits"). */
function usedInvoice({ notes }: MerchantRequest): ApiError {
  notes.assumptions.add('invoice.scope').add('invoice.refusal');
  return invalidField('invoice_no', 'has been used before');
}
