import type { Approval, Checkout, DecidedCheckout, Decline, Delivery } from '../client/contract.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { localTime } from './local-time.ts';
import { pairs, show, showList } from './output.ts';
import type { PageFlags, PageQuery } from './pages.ts';

interface ListFlags extends ControlFlags, PageFlags {
  readonly account?: string;
}

/** Typed text: the sandbox validates the values. */
type DeliveryFlags = ControlFlags & Delivery;

export async function checkouts(id: string | undefined, flags: ListFlags): Promise<void> {
  const client = controlClient(flags);
  if (id !== undefined) return shown(flags, await client.call('getCheckout', { params: { id } }));
  const { account } = flags;
  const page = (query: PageQuery) => client.call('listCheckouts', { query: { account, ...query } });
  const headings = ['ID', 'TRANSACTION', 'GATEWAY', 'INVOICE', 'AMOUNT', 'STATUS', 'EXPIRES'];
  await showList(flags, page, { headings, row, none: 'There are no checkouts.' });
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

/** Extends an open checkout. */
export async function extend(id: string, by: string, flags: ControlFlags): Promise<void> {
  shown(flags, await controlClient(flags).call('extendCheckout', { params: { id }, body: { by } }));
}

function shown(flags: ControlFlags, checkout: Checkout | DecidedCheckout): void {
  show(flags, checkout, () =>
    pairs([
      ['checkout', checkout.id],
      ['transaction', checkout.transaction_id],
      ['invoice', checkout.invoice_no],
      ['amount', `${checkout.amount} ${checkout.currency}`],
      ['status', checkout.status],
      ['expires', checkout.status === 'started' ? localTime(checkout.expires_at) : undefined],
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
    localTime(one.expires_at),
  ];
}
