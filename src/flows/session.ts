import { type Finished, returnMessage } from '../callbacks/signed.ts';
import type { CheckoutGateway } from '../gateways/gateway.ts';
import { gateways } from '../gateways/index.ts';
import type { EventType } from '../journal/event-type.ts';
import { longest } from '../protocol/duration.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Checkout } from '../store/checkouts.ts';
import type { TransactionStatus } from '../store/statuses.ts';
import type { Transaction } from '../store/transactions.ts';

/**
 * A checkout cannot be changed because it is unknown, over, at another step, paid by another checkout, or
 * would stay open too long.
 */
export class CheckoutRefused extends Error {
  override readonly name = 'CheckoutRefused';
  readonly reason: 'unknown' | 'decided' | 'invoice-paid' | 'moved' | 'too-long';
  readonly status: TransactionStatus | undefined;

  constructor(reason: CheckoutRefused['reason'], status?: TransactionStatus) {
    super(refusals[reason](status));
    this.reason = reason;
    this.status = status;
  }
}

const refusals = {
  unknown: () => 'There is no checkout with this token.',
  decided: (status?: string) => `This checkout is ${status} already.`,
  'invoice-paid': () => 'The invoice of this checkout was paid with another checkout.',
  'too-long': () => `A checkout can stay open for at most ${longest.date} from now.`,
  moved: () => 'This checkout has reached another step.',
} as const;

/** A checkout with its transaction and gateway. */
export interface Session {
  readonly checkout: Checkout;
  readonly transaction: Transaction;
  readonly gateway: CheckoutGateway;
}

/** The session of a token, or undefined when there is none. */
export function sessionOf(runtime: Runtime, token: string): Session | undefined {
  const checkout = runtime.store.checkouts.get(token);
  const transaction = checkout && runtime.store.transactions.get(checkout.transactionId);
  const gateway = transaction && gateways[transaction.gateway];
  if (!checkout || !transaction || gateway?.flow !== 'checkout') return undefined;
  return { checkout, transaction, gateway };
}

/** The open session of a token, even if its time is up. Throws `CheckoutRefused`. */
export function openSession(runtime: Runtime, token: string): Session {
  const session = sessionOf(runtime, token);
  if (!session) throw new CheckoutRefused('unknown');
  if (!session.checkout.open) throw new CheckoutRefused('decided', session.transaction.status);
  return session;
}

/** Appends a checkout's event to the journal. */
export function tell(
  { journal }: Runtime,
  { accountId, id, invoiceNo, gateway }: Transaction,
  type: CheckoutEvent,
  data: Readonly<Record<string, unknown>> = {},
): void {
  journal.append({ type, accountId, transactionId: id, invoiceNo, data: { gateway, ...data } });
}

type CheckoutEvent = Extract<EventType, `transaction.${string}` | `checkout.${string}`>;

/** A paid or canceled checkout. Throws for any other. */
export function finishedOf(runtime: Runtime, token: string): Finished {
  const session = sessionOf(runtime, token);
  const account = session && runtime.store.accounts.get(session.transaction.accountId);
  if (!session || !account) throw new CheckoutRefused('unknown');
  const { status } = session.transaction;
  if (status !== 'completed' && status !== 'canceled') throw new CheckoutRefused('decided', status);
  return { ...session, account, outcome: status };
}

/** The complete signed URL to which the browser returns. */
export function returnUrl(runtime: Runtime, finished: Finished): string {
  const isCard = finished.gateway.callback.to === 'return_url';
  if (isCard && runtime.settings.current.card.callback === 'server') return finished.checkout.returnUrl;
  return returnMessage(runtime, finished).url;
}
