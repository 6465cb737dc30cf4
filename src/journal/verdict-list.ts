import type { PageRequest } from '../store/statements.ts';
import type { Store } from '../store/store.ts';
import { mostCounted, type Tally } from '../store/tallied.ts';
import type { Transaction, TransactionFilter } from '../store/transactions.ts';
import { type Verdict, type VerdictKind, verdictsOf } from './verdict.ts';

/** Verdicts are not indexed, so a page of payments with one verdict examines at most this many payments. */
export const mostJudged = 1000;
const chunk = 200;

export interface Judged {
  readonly transaction: Transaction;
  readonly verdict: Verdict;
}

export interface JudgedPage {
  readonly rows: readonly Judged[];
  /** The next page starts below this id. Undefined when there is nothing left. */
  readonly next: number | undefined;
}

/** One page of the payments that match a filter, newest first. `kind` selects those with one verdict. */
export function judgedPage(
  store: Store,
  filter: TransactionFilter,
  { before, limit }: PageRequest,
  kind?: VerdictKind,
): JudgedPage {
  if (kind === undefined) {
    const rows = judge(store, filter, { before, limit });
    return { rows, next: rows.length === limit ? rows.at(-1)?.transaction.id : undefined };
  }
  // Only open payments wait.
  const narrowed = kind === 'waiting' ? { ...filter, status: filter.status ?? 'started' } : filter;
  const found: Judged[] = [];
  let next: number | undefined = before;
  for (let looked = 0; looked < mostJudged && next !== undefined; looked += chunk) {
    const rows = judge(store, narrowed, { before: next, limit: chunk });
    for (const row of rows) {
      if (row.verdict.kind !== kind) continue;
      found.push(row);
      if (found.length === limit) return { rows: found, next: row.transaction.id };
    }
    next = rows.length === chunk ? rows.at(-1)?.transaction.id : undefined;
  }
  return { rows: found, next };
}

/** How many of the newest payments that match a filter have each verdict. */
export function verdictTally(store: Store, filter: TransactionFilter): Tally {
  return store.standingCounts.verdicts(JSON.stringify(filter), () => {
    const tally = new Map<string, number>();
    for (const { verdict } of judge(store, filter, { before: Number.MAX_SAFE_INTEGER, limit: mostCounted }))
      tally.set(verdict.kind, (tally.get(verdict.kind) ?? 0) + 1);
    return tally;
  });
}

function judge(store: Store, filter: TransactionFilter, page: PageRequest): Judged[] {
  const transactions = store.transactions.list(filter, page);
  const verdicts = verdictsOf(store, transactions);
  return transactions.flatMap((transaction, at) => {
    const verdict = verdicts[at];
    return verdict ? [{ transaction, verdict }] : [];
  });
}
