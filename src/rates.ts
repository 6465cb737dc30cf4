/**
 * Counts requests of each account in a sliding window, on the sandbox's clock. Kept in memory: a restart begins anew. A request that
 * is run again (`store/database.ts`) is counted once.
 */
export class RateLimiter {
  readonly #times = new Map<string, number[]>();
  readonly #counted = new WeakSet<object>();

  /** Counts `request`, or returns how many milliseconds to wait when the window is full. */
  take(
    accountId: string,
    limit: { readonly requests: number; readonly periodMs: number },
    now: number,
    request: object,
  ): number | undefined {
    if (this.#counted.has(request)) return undefined;
    const since = now - limit.periodMs;
    const recent = (this.#times.get(accountId) ?? []).filter((time) => time > since && time <= now);
    const oldest = recent.at(-limit.requests);
    this.#times.set(accountId, recent);
    if (oldest !== undefined) return oldest + limit.periodMs - now;
    recent.push(now);
    this.#counted.add(request);
    return undefined;
  }

  clear(): void {
    this.#times.clear();
  }
}
