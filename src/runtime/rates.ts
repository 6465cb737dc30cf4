/** The times of counted requests, oldest first. Those before index `from` have left the window. */
interface Window {
  times: number[];
  from: number;
}

/** How many times that left the window may stay in memory before the array is compacted. */
const mostGone = 1024;

/**
 * Counts each account's requests in a sliding window on the sandbox's clock. Kept in memory: a restart begins
 * with an empty window. A request that runs again (`store/database.ts`) counts once. Each time is added and
 * dropped once, so the cost of a request does not depend on the window's size.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  readonly #counted = new WeakSet<object>();

  /** Counts `request`, or returns how many milliseconds to wait when the window is full. */
  take(
    accountId: string,
    limit: { readonly requests: number; readonly periodMs: number },
    now: number,
    request: object,
  ): number | undefined {
    if (this.#counted.has(request)) return undefined;
    const window = this.#windows.get(accountId) ?? { times: [], from: 0 };
    this.#windows.set(accountId, window);
    keepBetween(window, now - limit.periodMs, now);
    const { times, from } = window;
    const oldestAt = times.length - limit.requests;
    const oldest = oldestAt >= from ? times[oldestAt] : undefined;
    if (oldest !== undefined) return oldest + limit.periodMs - now;
    times.push(now);
    this.#counted.add(request);
    return undefined;
  }

  clear(): void {
    this.#windows.clear();
  }
}

/** Drops times that have left the window, and times in the future after the clock was set back. */
function keepBetween(window: Window, since: number, now: number): void {
  const { times } = window;
  while (times.length > window.from && (times.at(-1) ?? 0) > now) times.pop();
  while (window.from < times.length && (times[window.from] ?? 0) <= since) window.from += 1;
  if (window.from <= mostGone || window.from * 2 < times.length) return;
  window.times = times.slice(window.from);
  window.from = 0;
}
