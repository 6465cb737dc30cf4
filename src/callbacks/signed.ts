import type { CheckoutGateway, Outcome, Payment } from '../gateways/gateway.ts';
import type { Runtime } from '../runtime.ts';
import { asciiUrl, withQuery } from '../spec/merchant-url.ts';
import { encodeQuery, type Field, sign } from '../spec/signature.ts';
import type { Account } from '../store/accounts.ts';
import type { Checkout } from '../store/checkouts.ts';
import type { Transaction } from '../store/transactions.ts';

/** A finished checkout: everything that its callback and its return are made of. */
export interface Finished {
  readonly account: Account;
  readonly gateway: CheckoutGateway;
  readonly transaction: Transaction;
  readonly checkout: Checkout;
  readonly outcome: Outcome;
}

/** What goes over the wire to the merchant, signed. */
export interface SignedMessage {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON, for POST. */
  readonly body: string | null;
  /** In the order sent, `hashed` last. */
  readonly fields: readonly Field[];
  readonly signedString: string;
  readonly hashed: string;
}

/** The callback that the gateway owes for this outcome, or undefined when the document names none. */
export function signedCallback(runtime: Runtime, finished: Finished): SignedMessage | undefined {
  const { callback } = finished.gateway;
  const fields = callback.fields(paymentOf(runtime, finished));
  const url = callback.to === 'callback_url' ? finished.checkout.callbackUrl : finished.checkout.returnUrl;
  if (!fields || url === null) return undefined;
  return message(runtime, finished.account, callback.method, url, fields);
}

/** The browser's way back to the merchant. */
export function signedReturn(runtime: Runtime, finished: Finished): SignedMessage {
  const fields = finished.gateway.return.fields(paymentOf(runtime, finished));
  return message(runtime, finished.account, 'GET', finished.checkout.returnUrl, fields);
}

function message(
  runtime: Runtime,
  account: Account,
  method: 'GET' | 'POST',
  url: string,
  ownFields: readonly Field[],
): SignedMessage {
  const { layout } = runtime.settings.current.signature;
  const { signedString, hashed } = sign(ownFields, account.secretKey, layout);
  const fields: Field[] = [...ownFields, ['hashed', hashed]];
  const sent = asciiUrl(url);
  return method === 'POST'
    ? { method, url: sent, body: JSON.stringify(Object.fromEntries(fields)), fields, signedString, hashed }
    : { method, url: withQuery(sent, encodeQuery(fields)), body: null, fields, signedString, hashed };
}

function paymentOf({ names, settings }: Runtime, { gateway, transaction, outcome }: Finished): Payment {
  return {
    outcome,
    gateway: names.of(gateway.token),
    method: names.of(transaction.paymentMethod ?? ''),
    methodField: settings.current.aggregator.method_field,
    invoiceNo: transaction.invoiceNo,
    amount: transaction.amount,
    currency: transaction.currency,
    transactionId: String(transaction.id),
  };
}
