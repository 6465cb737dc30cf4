import type { LogEntry } from '../client/contract.ts';

/** In so long a time, only so many calls without valid keys get a line. */
const periodMs = 1000;
const mostInPeriod = 3;

/** Keeps callers without valid keys from filling the log: the newest calls of a flood are only counted. */
export class StrangerLimit {
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #shown = 0;
  #skipped = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether an entry gets a line of its own. */
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

  /** How many calls got no line since this was last asked. */
  takeSkipped(): number {
    const skipped = this.#skipped;
    this.#skipped = 0;
    return skipped;
  }
}
