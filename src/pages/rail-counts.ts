import type { Runtime } from '../runtime/runtime.ts';
import type { Reader } from './reader.ts';

/** A number beside a page's name in the rail. */
export interface RailCount {
  /** Empty when there is nothing to count. */
  readonly text: string;
  /** What is counted. */
  readonly what: string;
}

export const railSections = ['requests', 'callbacks', 'inbox', 'faults'] as const;
export type RailCounts = Readonly<Record<(typeof railSections)[number], RailCount>>;

const hourMs = 3_600_000;

/** What waits for the tester, page by page. */
export function railCountsOf(
  { store, clock }: Runtime,
  { t, account }: Pick<Reader, 't' | 'account'>,
): RailCounts {
  const { counts } = t.dashboard.frame;
  const accountId = account === '' ? null : account;
  const { failing, activeCodes } = store.standingCounts;
  return {
    requests: railCount(store.requests.rejectedSince(clock.now() - hourMs, accountId), counts.requests),
    callbacks: railCount(failing(accountId), counts.callbacks),
    inbox: railCount(activeCodes(accountId), counts.inbox),
    faults: railCount(store.faults.armed().length, counts.faults),
  };
}

function railCount(count: number, what: string): RailCount {
  return { text: count === 0 ? '' : count > 99 ? '99+' : String(count), what };
}
