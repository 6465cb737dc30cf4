/** Counts requests of each account in a sliding window, on the sandbox's clock. Kept in memory: a restart begins anew. */
export class RateLimiter {
  readonly #times = new Map<string, number[]>();

  /** Counts a request, or returns how many milliseconds to wait when the window is full. */
  take(
    accountId: string,
    limit: { readonly requests: number; readonly periodMs: number },
    now: number,
  ): number | undefined {
    const since = now - limit.periodMs;
    const recent = (this.#times.get(accountId) ?? []).filter((time) => time > since && time <= now);
    const oldest = recent.at(-limit.requests);
    if (oldest === undefined) recent.push(now);
    this.#times.set(accountId, recent);
    return oldest === undefined ? undefined : oldest + limit.periodMs - now;
  }

  clear(): void {
    this.#times.clear();
  }
}
