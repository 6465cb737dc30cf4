import type { Resend } from '../client.ts';
import type { Payment } from './payment.ts';

/** Sends a payment's callback with changes: by the sandbox, or without it. */
type Send = (payment: Payment, changes: Resend) => Promise<unknown>;

const bySandbox: Send = (payment, changes) => payment.callback(changes);

/** Changes the last digit of the hash. */
export function withOtherHash(url: string): string {
  return url.replace(
    /([?&]hashed=[0-9A-F]{63})([0-9A-F])/,
    (_, most: string, last: string) => most + (last === '0' ? '1' : '0'),
  );
}

/** Removes the hash, which never comes first. */
export function withoutHash(url: string): string {
  return url.replace(/&hashed=[0-9A-F]{64}/, '');
}

/** A customer comes back, with a wrong hash and without one. */
export async function sendReturns(payment: Payment): Promise<void> {
  if (!payment.isReturnSigned) return;
  await payment.comeBack(withOtherHash(payment.returnUrl));
  await payment.comeBack(withoutHash(payment.returnUrl));
}

/** How a card's messages say that a payment failed, and how others do. Many apps understand both from any gateway. */
const cancels = [{ approved: null, canceled: '1' }, { approved: '0' }] as const;

/** Turns an order's genuine messages into cancels, with their old hash, which is now wrong, and without one. */
export async function sendCancels(payment: Payment, send = bySandbox): Promise<void> {
  if (payment.hasCallback)
    for (const fields of cancels) {
      await send(payment, { fields, sign: false });
      await send(payment, { fields: { ...fields, hashed: null }, sign: false });
    }
  // A return without a result cannot be turned into a cancel.
  if (!payment.isReturnSigned) return;
  for (const flag of ['canceled=1', 'approved=0']) {
    const url = payment.returnUrl.replace(/([?&])approved=1(?=&)/, `$1${flag}`);
    await payment.comeBack(url);
    await payment.comeBack(withoutHash(url));
  }
}

/** The smallest amounts. The second one is for orders of the first. */
const otherAmounts = ['0.01', '0.02'] as const;

/** Changes the amount of a callback to one that is not the order's, and signs it. */
export function withOtherAmount({ checkout }: Payment) {
  const [usual, other] = otherAmounts;
  const amount = Number(checkout.amount) === Number(usual) ? other : usual;
  return { fields: { amount }, sign: true } as const;
}

/**
 * Sends one order's callback with the other's invoice number. If each order has its own addresses, also
 * sends one order's genuine messages to the other's.
 */
export async function sendForOther(one: Payment, other: Payment, send = bySandbox): Promise<void> {
  await send(one, { fields: { invoice_no: other.invoiceNo }, sign: false });
  if (other.address !== one.address) await send(one, { url: other.address });
  if (other.checkout.return_url !== one.checkout.return_url) await one.comeBack(returnAt(one, other));
}

/** The parameters of one order's signed return, added to the other order's return address. */
function returnAt(one: Payment, other: Payment): string {
  const mine = new URL(one.checkout.return_url).searchParams.size;
  const url = new URL(other.checkout.return_url);
  const added = [...new URL(one.returnUrl).searchParams].slice(mine);
  for (const [name, value] of added) url.searchParams.append(name, value);
  return url.href;
}
