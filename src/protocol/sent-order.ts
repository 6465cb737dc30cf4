import { byName, type Field, hashOf, signedString } from './signature.ts';
import type { SignedMessage } from './signed-message.ts';

/** Orders in which the gateway sends the fields, and integrations list them. */
export const gatewayOrders: readonly (readonly string[])[] = [
  ['gateway', 'approved', 'canceled', 'invoice_no', 'amount', 'transaction_id', 'paymet_method', 'currency'],
  ['gateway', 'approved', 'canceled', 'amount', 'invoice_no', 'paymet_method', 'transaction_id', 'currency'],
  ['gateway', 'approved', 'canceled', 'amount', 'currency', 'invoice_no', 'transaction_id', 'paymet_method'],
];

/** The fields in this order, whichever way the payment method is spelled. */
export function ordered(fields: readonly Field[], order: readonly string[]): Field[] {
  return order.flatMap((place) =>
    fields.filter(([name]) => (name === 'payment_method' ? 'paymet_method' : name) === place),
  );
}

/** The fields as the gateway may have sent them, if they were reordered after they came. */
export function asSentIfReordered(message: Came): Field[][] {
  if (message.layout.startsWith('sorted') || !isReordered(message.came)) return [];
  return gatewayOrders.map((order) => asSent(message.fields, order));
}

/** The message as the gateway sent it, if the hash that came with it proves that it was reordered afterwards. */
export function beforeReordering(signed: SignedMessage): SignedMessage | undefined {
  const { came, layout, otherwise } = signed;
  const isPossible = [came, otherwise?.came ?? []].some(isReordered) && !layout.startsWith('sorted');
  if (!isPossible) return undefined;
  const asGiven = signedString(signed.fields, layout);
  const proofs = came.filter(isHash).map(([, hash]) => hash.trim().toUpperCase());
  return gatewayOrders
    .map((order) => restored(signed, order))
    .filter(({ fields }) => signedString(fields, layout) !== asGiven)
    .find((each) => hashesOf(each).some((hash) => proofs.includes(hash)));
}

type Came = Pick<SignedMessage, 'fields' | 'came' | 'layout'>;

function restored(signed: SignedMessage, order: readonly string[]): SignedMessage {
  const { otherwise } = signed;
  const inOrder = <These extends Pick<Came, 'fields' | 'came'>>(these: These): These => {
    const fields = asSent(these.fields, order);
    return { ...these, fields, came: [...fields, ...these.came.filter(isHash)] };
  };
  return { ...inOrder(signed), ...(otherwise && { otherwise: inOrder(otherwise) }) };
}

/** Of the fields that are signed, and of those that a client signs by mistake, with each key that is known. */
function hashesOf({ fields, layout, secretKey, otherKeys, credentials, otherwise }: SignedMessage): string[] {
  const strings = [fields, ...(otherwise ? [otherwise.fields] : [])].map((each) =>
    signedString(each, layout),
  );
  const keys = [secretKey, ...otherKeys.values(), ...(credentials?.values() ?? [])];
  return strings.flatMap((text) => keys.map((key) => hashOf(text, key)));
}

/** The merchant's own parameters come before the gateway's. */
function asSent(fields: readonly Field[], order: readonly string[]): Field[] {
  const own = ordered(fields, order);
  return [...fields.filter((field) => !own.includes(field)), ...own];
}

/** By a framework that sorts names, or by a `jsonb` column: the gateway itself sends `hashed` last. */
function isReordered(came: readonly Field[]): boolean {
  const hashedAt = came.findIndex(isHash);
  if (hashedAt === -1 || hashedAt === came.length - 1) return false;
  return [byName, byLength].some((order) => came.toSorted(order).every((field, at) => field === came[at]));
}

function byLength(a: Field, b: Field): number {
  return a[0].length - b[0].length || byName(a, b);
}

function isHash([name]: Field): boolean {
  return name === 'hashed';
}
