import { type ControlFlags, controlClient, type Page } from './control-client.ts';
import { pairs, shortTime, show, table } from './output.ts';

interface Checkout {
  readonly id: string;
  readonly transaction_id: string;
  readonly gateway: string;
  readonly invoice_no: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly payment_method: string | null;
  readonly decline_reason: string | null;
  readonly redirect_url: string;
  readonly return_url: string;
  readonly callback_url: string | null;
  readonly expires_at: string;
  /** After a decision: the ids of the callbacks that it caused. */
  readonly callbacks?: readonly string[];
}

interface DeliveryFlags extends ControlFlags {
  readonly order?: string;
  readonly delay?: string;
  readonly copies?: number;
  readonly hold?: boolean;
  readonly tamper?: string;
}

export async function checkouts(id: string | undefined, flags: ControlFlags): Promise<void> {
  if (id !== undefined) return shown(flags, await controlClient(flags).get<Checkout>(path(id)));
  const page = await controlClient(flags).get<Page<Checkout>>('checkouts');
  const headings = ['ID', 'TRANSACTION', 'GATEWAY', 'INVOICE', 'AMOUNT', 'STATUS', 'EXPIRES'];
  show(flags, page, () => table(headings, page.data.map(row), 'There are no checkouts.'));
}

export async function approve(
  id: string,
  flags: DeliveryFlags & { readonly method?: string },
): Promise<void> {
  await decided(id, 'approve', flags, { ...deliveryOf(flags), payment_method: flags.method });
}

export async function cancel(id: string, flags: DeliveryFlags): Promise<void> {
  await decided(id, 'cancel', flags, deliveryOf(flags));
}

export async function decline(
  id: string,
  flags: ControlFlags & { readonly reason?: string; readonly final?: boolean },
): Promise<void> {
  await decided(id, 'decline', flags, { reason: flags.reason, final: flags.final });
}

export async function expire(id: string, flags: ControlFlags): Promise<void> {
  await decided(id, 'expire', flags, {});
}

async function decided(id: string, how: string, flags: ControlFlags, body: object): Promise<void> {
  shown(flags, await controlClient(flags).post<Checkout>(`${path(id)}/${how}`, body));
}

function shown(flags: ControlFlags, checkout: Checkout): void {
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
      ['callbacks', checkout.callbacks?.join(', ')],
    ]),
  );
}

function deliveryOf({ order, delay, copies, hold, tamper }: DeliveryFlags): object {
  return { order, delay, copies, hold, tamper };
}

function path(id: string): string {
  return `checkouts/${encodeURIComponent(id)}`;
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
