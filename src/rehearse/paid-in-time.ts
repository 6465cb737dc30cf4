import { isRecorded } from '../audit/state.ts';
import { later } from '../host/timers.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';

const firstWaitMs = 50;
const longestWaitMs = 1000;

/**
 * Reads the order until it is paid, ever less often, for at most `lateMs`. A day that ends early does not cut this
 * short: your app may record a payment after its answer, and would be called wrong for it.
 */
export async function paidInTime(
  { readState, lateMs }: RehearsalOptions,
  invoiceNo: string,
): Promise<boolean | undefined> {
  if (!readState) return undefined;
  const endsAt = performance.now() + lateMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    const isPaid = isRecorded(await readState(invoiceNo));
    const leftMs = endsAt - performance.now();
    if (isPaid || leftMs <= 0) return isPaid;
    await later(Math.min(waitMs, leftMs));
  }
}
