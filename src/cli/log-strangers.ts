import type { LogEntry } from '../client/contract.ts';

/** At most `mostInPeriod` calls without valid keys get a line within this time. */
const periodMs = 1000;
const mostInPeriod = 3;

/** Keeps callers without valid keys from flooding the log: above the limit, calls are only counted. */
export class StrangerLimit {
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #shown = 0;
  #skipped = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether an entry gets its own line. */
  takes(entry: LogEntry): boolean {
    if (entry.kind !== 'call' || entry.note === null) return true;
    if (this.#now() - this.#since >= periodMs) {
      this.#since = this.#now();
      this.#shown = 0;
    }
    this.#shown += 1;
    if (this.#shown <= mostInPeriod) return true;
    this.#skipped += 1;
    return false;
  }

  /** The number of calls without a line since the last call of this method. */
  takeSkipped(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }
}
