import type { Runtime } from '../runtime.ts';
import { type ApiError, invalidField } from '../spec/errors.ts';
import { type Exchange, required } from './exchange.ts';

/** 422 for an `invoice_no` that was used before on any gateway of the account and mode (document, "Limits"). */
export function refuseUsedInvoice(): ApiError {
  return invalidField('invoice_no', 'has been used before');
}

/** Refuses a checkout whose number is held already, also where numbers are held by completed payments alone. */
export function refuseHeldInvoice(runtime: Runtime, exchange: Exchange): void {
  const { account, mode, notes } = exchange;
  notes.assumptions.add('invoice.used');
  const holder = runtime.store.transactions.holderOf(account.id, mode, required(exchange, 'invoice_no'));
  if (holder) throw refuseUsedInvoice();
}
