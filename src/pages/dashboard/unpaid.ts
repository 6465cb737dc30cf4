import { gateways } from '../../gateways/index.ts';
import { mostJudged } from '../../journal/verdict-list.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Mode } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Verification } from '../../store/verifications.ts';
import { phoneHref } from '../account-query.ts';
import type { Reader } from '../reader.ts';
import { shownAmount } from '../shown-amount.ts';

/** A wallet invoice that was registered by verify but not paid by confirm. */
interface UnpaidRow {
  readonly processId: string;
  /** The number's inbox. */
  readonly href: string;
  readonly mobileNumber: string;
  readonly gateway: string;
  readonly mode: Mode;
  readonly amount: string;
  readonly currency: string;
  /** The state of the latest code, or `not sent`. */
  readonly code: string;
  readonly at: string;
  readonly age: string;
}

interface ListedPage {
  readonly section: string;
  readonly isFiltered: boolean;
  /** Undefined on the first page. */
  readonly newestHref: string | undefined;
}

/** Each view reads only this many, to stay fast with any number of them. */
const newestProcesses = 500;
const mostShown = 10;

/**
 * Adds the unpaid invoices to the list of transactions (API documentation, "States and transitions"): registered by
 * verify, not yet paid by confirm. They have neither an invoice number nor a transaction, so they are listed
 * separately, below the newest of all payments. Searches only the newest processes.
 */
export function withUnpaid<Page extends ListedPage>(
  runtime: Runtime,
  reader: Reader,
  page: Page,
): Page & { readonly unpaid: UnpaidRow[]; readonly mostJudged: number } {
  // Skips processes with a transaction: they belong to a checkout, which is in the list itself.
  const isShown = page.section === 'transactions' && !page.isFiltered && page.newestHref === undefined;
  const unpaid = isShown
    ? runtime.store.verifications.newestUnpaid(reader.account || null, mostShown, newestProcesses)
    : [];
  return { ...page, mostJudged, unpaid: unpaid.map((verification) => row(runtime, reader, verification)) };
}

function row(
  { names, store, clock }: Runtime,
  { t, account }: Reader,
  verification: Verification,
): UnpaidRow {
  const { processId, mobileNumber, gateway, mode, amount, createdAt } = verification;
  return {
    processId,
    href: phoneHref(mobileNumber, account),
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
