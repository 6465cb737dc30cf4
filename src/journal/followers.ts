import type { EventRow } from '../store/events.ts';
import type { EventFilter } from '../store/events-matching.ts';

/** Receives the matching events of one commit, oldest first. */
export type Follower = (rows: readonly EventRow[]) => void;

interface Following {
  readonly filter: EventFilter;
  readonly follower: Follower;
  /** The last event that the follower already knows. Later ones are delivered, each once. */
  readonly after: number;
}

/**
 * All followers of the journal, indexed by their most selective criterion, so that a commit costs time only
 * for followers that it may concern.
 */
export class Followers {
  readonly #kept = new Map<string, Set<Following>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Returns a function that ends it. */
  add(filter: EventFilter, follower: Follower, after: number): () => void {
    const following: Following = { filter, follower, after };
    const keys = keysOf(filter);
    for (const key of keys) this.#under(key).add(following);
    this.#count += 1;
    return () => {
      const ended = keys.map((key) => this.#remove(key, following));
      if (ended.includes(true)) this.#count -= 1;
    };
  }

  tell(rows: readonly EventRow[]): void {
    const wanted = new Map<Following, EventRow[]>();
    for (const row of rows) {
      for (const following of this.#concernedBy(row)) {
        if (row.id <= following.after || !matches(row, following.filter)) continue;
        const found = wanted.get(following);
        if (found) found.push(row);
        else wanted.set(following, [row]);
      }
    }
    for (const [{ follower }, found] of wanted) follower(found);
  }

  *#concernedBy(row: EventRow): Iterable<Following> {
    const { type, transactionId, invoiceNo, mobileNumber, accountId } = row;
    yield* this.#kept.get('all') ?? [];
    yield* this.#kept.get(`type ${type}`) ?? [];
    if (accountId !== null) yield* this.#kept.get(`account ${accountId}`) ?? [];
    if (transactionId !== null) yield* this.#kept.get(`transaction ${transactionId}`) ?? [];
    if (invoiceNo !== null) yield* this.#kept.get(`invoice ${invoiceNo}`) ?? [];
    if (mobileNumber !== null) yield* this.#kept.get(`mobile ${mobileNumber}`) ?? [];
  }

  #under(key: string): Set<Following> {
    const there = this.#kept.get(key) ?? new Set();
    this.#kept.set(key, there);
    return there;
  }

  #remove(key: string, following: Following): boolean {
    const there = this.#kept.get(key);
    const wasThere = there?.delete(following) ?? false;
    if (there?.size === 0) this.#kept.delete(key);
    return wasThere;
  }
}

export function matches(row: EventRow, filter: EventFilter): boolean {
  return (
    (filter.types === undefined || filter.types.includes(row.type)) &&
    (filter.invoiceNo === undefined || filter.invoiceNo === row.invoiceNo) &&
    (filter.transactionId === undefined || filter.transactionId === row.transactionId) &&
    (filter.mobileNumber === undefined || filter.mobileNumber === row.mobileNumber) &&
    (filter.accountId === undefined || filter.accountId === row.accountId)
  );
}

/** The index keys of a follower. Every event that it wants has one of them. */
function keysOf({
  transactionId,
  invoiceNo,
  mobileNumber,
  types,
  accountId,
}: EventFilter): readonly string[] {
  if (transactionId !== undefined) return [`transaction ${transactionId}`];
  if (invoiceNo !== undefined) return [`invoice ${invoiceNo}`];
  if (mobileNumber !== undefined) return [`mobile ${mobileNumber}`];
  if (types !== undefined) return [...new Set(types)].map((type) => `type ${type}`);
  return [accountId === undefined ? 'all' : `account ${accountId}`];
}
