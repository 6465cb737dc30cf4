import { isRecorded } from '../audit/state.ts';
import { later } from '../host/timers.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';

const firstWaitMs = 50;
const longestWaitMs = 1000;

/** Reads the order until it is paid, ever less often, for at most `lateMs`. */
export async function paidInTime(
  { readState, lateMs, closing: signal }: RehearsalOptions,
  invoiceNo: string,
): Promise<boolean | undefined> {
  if (!readState) return undefined;
  const endsAt = performance.now() + lateMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    const isPaid = isRecorded(await readState(invoiceNo));
    const leftMs = endsAt - performance.now();
    if (isPaid || leftMs <= 0) return isPaid;
    if (signal.aborted) return undefined;
    await later(Math.min(waitMs, leftMs), undefined, { signal }).catch(() => undefined);
  }
}
