import type { Approval, Checkout, DecidedCheckout, Decline, Delivery } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { pairs, shortTime, show, table } from './output.ts';

/** What was typed: the sandbox judges the values. */
type DeliveryFlags = ControlFlags & Delivery;

export async function checkouts(id: string | undefined, flags: ControlFlags): Promise<void> {
  const client = controlClient(flags);
  if (id !== undefined) return shown(flags, await client.call('getCheckout', { params: { id } }));
  const page = await client.call('listCheckouts');
  const headings = ['ID', 'TRANSACTION', 'GATEWAY', 'INVOICE', 'AMOUNT', 'STATUS', 'EXPIRES'];
  show(flags, page, () => table(headings, page.data.map(row), 'There are no checkouts.'));
}

export async function approve(
  id: string,
  flags: DeliveryFlags & { readonly method?: NonNullable<Approval['payment_method']> },
): Promise<void> {
  const body = { ...deliveryOf(flags), payment_method: flags.method };
  shown(flags, await controlClient(flags).call('approveCheckout', { params: { id }, body }));
}

export async function cancel(id: string, flags: DeliveryFlags): Promise<void> {
  const body = deliveryOf(flags);
  shown(flags, await controlClient(flags).call('cancelCheckout', { params: { id }, body }));
}

export async function decline(id: string, flags: ControlFlags & Decline): Promise<void> {
  const body = { reason: flags.reason, final: flags.final };
  shown(flags, await controlClient(flags).call('declineCheckout', { params: { id }, body }));
}

export async function expire(id: string, flags: ControlFlags): Promise<void> {
  shown(flags, await controlClient(flags).call('expireCheckout', { params: { id } }));
}

function shown(flags: ControlFlags, checkout: Checkout | DecidedCheckout): void {
  show(flags, checkout, () =>
    pairs([
      ['checkout', checkout.id],
      ['transaction', checkout.transaction_id],
      ['invoice', checkout.invoice_no],
      ['amount', `${checkout.amount} ${checkout.currency}`],
      ['status', checkout.status],
      ['method', checkout.payment_method],
      ['declined', checkout.decline_reason],
      ['return', checkout.return_url],
      ['callbacks', 'callbacks' in checkout ? checkout.callbacks.join(', ') : undefined],
    ]),
  );
}

function deliveryOf({ order, delay, copies, hold, tamper }: DeliveryFlags) {
  return { order, delay, copies, hold, tamper };
}

function row(one: Checkout): string[] {
  return [
    one.id,
    one.transaction_id,
    one.gateway,
    one.invoice_no,
    `${one.amount} ${one.currency}`,
    one.status,
    shortTime(one.expires_at),
  ];
}
