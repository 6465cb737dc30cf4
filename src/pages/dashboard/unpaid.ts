import { gateways } from '../../gateways/index.ts';
import { mostJudged } from '../../journal/verdict-list.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Verification } from '../../store/verifications.ts';

import type { Reader } from '../reader.ts';
import { shownAmount } from '../shown-amount.ts';

/** A wallet's invoice that verify registered and no confirm has paid. */
interface UnpaidRow {
  readonly processId: string;
  /** The inbox of the number. */
  readonly href: string;
  readonly mobileNumber: string;
  readonly gateway: string;
  readonly mode: 'live' | 'test';
  readonly amount: string;
  readonly currency: string;
  /** What became of the code that was sent last, or `not sent`. */
  readonly code: string;
  readonly at: string;
  readonly age: string;
}

/** Each view of the page reads this many, so that it stays fast however many there are. */
const newestProcesses = 500;
const mostShown = 20;

/**
 * The list of transactions with the unpaid invoices (document, "States and transitions"): what verify registered and no confirm has paid yet.
 * They have no invoice number and no transaction, so they are listed on their own: those among the newest processes.
 */
export function withUnpaid<Page>(
  runtime: Runtime,
  reader: Reader,
  page: Page,
): Page & { readonly unpaid: UnpaidRow[]; readonly mostJudged: number } {
  // One with a transaction belongs to a checkout, which is listed itself.
  const unpaid = runtime.store.verifications.newestUnpaid(mostShown, newestProcesses);
  return { ...page, mostJudged, unpaid: unpaid.map((verification) => row(runtime, reader, verification)) };
}

function row({ names, store, clock }: Runtime, { t }: Reader, verification: Verification): UnpaidRow {
  const { processId, mobileNumber, gateway, mode, amount, createdAt } = verification;
  return {
    processId,
    href: `/_sandbox/inbox/${encodeURIComponent(mobileNumber)}`,
    mobileNumber,
    gateway: names.of(gateway),
    mode,
    amount: shownAmount(amount),
    currency: t.currency[gateways[gateway].currency],
    code: store.verifications.otpOf(processId)?.status ?? 'not sent',
    at: isoTime(createdAt),
    age: t.dashboard.payments.age((clock.now() - createdAt) / 1000),
  };
}
