import { gateways } from '../../gateways/index.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { firstPage } from '../../store/statements.ts';
import type { Otp } from '../../store/verifications.ts';

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
  /** What has become of the code that was sent last. */
  readonly code: string;
  readonly at: string;
}

/**
 * The list of transactions with the unpaid invoices (document, "States and transitions"): what verify registered and no confirm has paid yet.
 * They have no invoice number and no transaction, so they are listed on their own: those of the newest codes.
 */
export function withUnpaid<Page>(runtime: Runtime, page: Page): Page & { readonly unpaid: UnpaidRow[] } {
  return { ...page, unpaid: unpaidInvoices(runtime) };
}

function unpaidInvoices(runtime: Runtime): UnpaidRow[] {
  const newestOfEach = new Map<string, Otp>();
  for (const otp of runtime.store.verifications.newestOtps(firstPage)) {
    if (!newestOfEach.has(otp.processId)) newestOfEach.set(otp.processId, otp);
  }
  return [...newestOfEach.values()].filter((otp) => isUnpaid(runtime, otp)).map((otp) => row(runtime, otp));
}

function isUnpaid({ store }: Runtime, { processId }: Otp): boolean {
  const verification = store.verifications.get(processId);
  // One with a transaction belongs to a checkout, which is listed itself.
  return verification?.status === 'open' && verification.transactionId === null;
}

function row({ names }: Runtime, otp: Otp): UnpaidRow {
  return {
    processId: otp.processId,
    href: `/_sandbox/inbox/${encodeURIComponent(otp.mobileNumber)}`,
    mobileNumber: otp.mobileNumber,
    gateway: names.of(otp.gateway),
    mode: otp.mode,
    amount: otp.amount,
    currency: gateways[otp.gateway].currency,
    code: otp.status,
    at: isoTime(otp.createdAt),
  };
}
