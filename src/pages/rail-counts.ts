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
const minuteMs = 60_000;

/** What waits for the tester, page by page. */
export function railCountsOf(
  { store, clock }: Runtime,
  { t, account }: Pick<Reader, 't' | 'account'>,
): RailCounts {
  const { counts: words } = t.dashboard.frame;
  const accountId = account === '' ? null : account;
  // The same number for all of a minute, so that it is computed once.
  const since = Math.floor((clock.now() - hourMs) / minuteMs) * minuteMs;
  const counts = store.standingCounts.of(store, accountId, since);
  return {
    requests: railCount(counts.rejected, words.requests),
    callbacks: railCount(counts.failing, words.callbacks),
    inbox: railCount(counts.activeCodes, words.inbox),
    faults: railCount(counts.faults, words.faults),
  };
}

function railCount(count: number, what: string): RailCount {
  return { text: count === 0 ? '' : count > 99 ? '99+' : String(count), what };
}
