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

/** A finished checkout: everything that its callback and its return are made of. */
export interface Finished {
  readonly account: Account;
  readonly gateway: CheckoutGateway;
  readonly transaction: Transaction;
  readonly checkout: Checkout;
  readonly outcome: Outcome;
}

/** What goes over the wire to the merchant. */
export interface Message {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON, for POST. */
  readonly body: string | null;
  /** In the order sent, `hashed` last. */
  readonly fields: readonly SentField[];
  readonly signedString: string;
  readonly hashed: string;
}

/** Where a message goes and by whose key it is signed. */
interface Envelope {
  readonly account: Account;
  readonly method: 'GET' | 'POST';
  readonly url: string;
}

/** The callback that the gateway owes for this outcome, or undefined when the document names none. */
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

/** The browser's way back to the merchant. The card gateways send it with the callback's own query: it is tampered with alike. */
export function returnMessage(runtime: Runtime, finished: Finished): Message {
  const { gateway, checkout, account } = finished;
  const fields = gateway.return.fields(paymentOf(runtime, finished));
  const tampering = gateway.callback.to === 'return_url' ? (checkout.tamper ?? undefined) : undefined;
  return signedMessage(runtime, { account, method: 'GET', url: checkout.returnUrl }, fields, tampering);
}

/** Fields of one's own choice as a message: signed, or sent as they are when `hashed` is already among them. */
export function signedMessage(
  runtime: Runtime,
  envelope: Envelope,
  own: readonly Field[],
  tampering?: Tampering,
): Message {
  const { signature, callback } = runtime.settings.current;
  const fields = fieldsToSign(tampering, own);
  // A POST has no parameters of the merchant's in its body.
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
