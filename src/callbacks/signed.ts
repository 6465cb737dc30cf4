import type { Outcome, Payment } from '../gateways/definition.ts';
import type { CheckoutGateway } from '../gateways/gateway.ts';
import { asciiUrl, queryFields, withQuery } from '../protocol/merchant-url.ts';
import { encodeQuery, type Field, sign } from '../protocol/signature.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Tampering } from '../settings/delivery.ts';
import type { Account } from '../store/accounts.ts';
import type { Checkout } from '../store/checkouts.ts';
import type { Transaction } from '../store/transactions.ts';
import { fieldsToSign, type SentField, sentFields, withNumber } from './tamper.ts';

/** A finished checkout, with the data for its callback and its return. */
export interface Finished {
  readonly account: Account;
  readonly gateway: CheckoutGateway;
  readonly transaction: Transaction;
  readonly checkout: Checkout;
  readonly outcome: Outcome;
}

/** The request sent to the merchant. */
export interface Message {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON. Null for GET. */
  readonly body: string | null;
  /** In the order sent, `hashed` last. */
  readonly fields: readonly SentField[];
  readonly signedString: string;
  readonly hashed: string;
}

/** Where a message goes, and the account whose key signs it. */
interface Envelope {
  readonly account: Account;
  readonly method: 'GET' | 'POST';
  readonly url: string;
}

/** The callback for this outcome, or undefined when the API documentation describes none. */
export function callbackMessage(
  runtime: Runtime,
  finished: Finished,
  tampering?: Tampering,
): Message | undefined {
  const { callback } = finished.gateway;
  const fields = callback.fields(paymentOf(runtime, finished));
  const url = callback.to === 'callback_url' ? finished.checkout.callbackUrl : finished.checkout.returnUrl;
  if (!fields || url === null) return undefined;
  return signedMessage(
    runtime,
    { account: finished.account, method: callback.method, url },
    fields,
    tampering,
  );
}

/** The browser's return. Card gateways send it with the callback's own query, so tampering applies too. */
export function returnMessage(runtime: Runtime, finished: Finished): Message {
  const { gateway, checkout, account } = finished;
  const fields = gateway.return.fields(paymentOf(runtime, finished));
  const tampering = gateway.callback.to === 'return_url' ? (checkout.tamper ?? undefined) : undefined;
  return signedMessage(runtime, { account, method: 'GET', url: checkout.returnUrl }, fields, tampering);
}

/** A message with these fields: signed, or unchanged when `hashed` is already among them. */
export function signedMessage(
  runtime: Runtime,
  envelope: Envelope,
  own: readonly Field[],
  tampering?: Tampering,
): Message {
  const { signature, callback } = runtime.settings.current;
  const fields = fieldsToSign(tampering, own);
  // The merchant's own parameters are in the query of a GET, never in the body of a POST.
  const foreign =
    signature.scope === 'all' && envelope.method === 'GET' ? queryFields(asciiUrl(envelope.url)) : [];
  const { signedString, hashed } = sign(
    [...foreign, ...fields],
    envelope.account.secretKey,
    signature.layout,
  );
  const sent = sentFields(tampering, fields, hashed);
  const hasNumbers = envelope.method === 'POST' && callback.types === 'number';
  return messageOf(envelope, hasNumbers ? sent.map(withNumber) : sent, signedString);
}

/** A message of exactly these fields. */
export function messageOf(
  { method, url }: Pick<Envelope, 'method' | 'url'>,
  fields: readonly SentField[],
  signedString: string,
): Message {
  const texts = fields.map(([name, value]): Field => [name, String(value)]);
  const hashed = texts.find(([name]) => name === 'hashed')?.[1] ?? '';
  const ascii = asciiUrl(url);
  return method === 'POST'
    ? { method, url: ascii, body: JSON.stringify(Object.fromEntries(fields)), fields, signedString, hashed }
    : { method, url: withQuery(ascii, encodeQuery(texts)), body: null, fields, signedString, hashed };
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
