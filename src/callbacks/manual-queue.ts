import type { Job } from './begin-attempt.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

/**
 * Requests sent outside the schedule that wait for a place. Those of one callback keep their order, and
 * targets take turns. Finding the next one stays fast however many wait.
 */
export class ManualQueue {
  readonly #byTarget = new Map<string, Set<Job>>();
  readonly #byCallback = new Map<number, Job[]>();

  /** Callbacks with a waiting request. */
  get callbacks(): Iterable<number> {
    return this.#byCallback.keys();
  }

  waitsFor(callbackId: number): boolean {
    return this.#byCallback.has(callbackId);
  }

  /** How many requests wait for this callback. */
  waitingOf(callbackId: number): number {
    return this.#byCallback.get(callbackId)?.length ?? 0;
  }

  add(asked: Job): void {
    // Copied, because the same job may be queued several times.
    const job = { ...asked };
    const { target, callbackId } = job;
    this.#byTarget.set(target, (this.#byTarget.get(target) ?? new Set()).add(job));
    const ofCallback = this.#byCallback.get(callbackId);
    if (ofCallback) ofCallback.push(job);
    else this.#byCallback.set(callbackId, [job]);
  }

  /** The next request that has a place. */
  next(limit: ConcurrencyLimit): Job | undefined {
    if (limit.full) return undefined;
    for (const [target, jobs] of this.#byTarget) {
      if (!limit.takes(target)) continue;
      for (const job of jobs) if (this.#isFirst(job) && limit.fits(job.callbackId, target)) return job;
    }
    return undefined;
  }

  /** Removes a request that `next` returned. */
  remove(job: Job): void {
    const { target, callbackId } = job;
    const ofTarget = this.#byTarget.get(target);
    const ofCallback = this.#byCallback.get(callbackId);
    ofTarget?.delete(job);
    ofCallback?.shift();
    // Move this target behind the others.
    this.#byTarget.delete(target);
    if (ofTarget && ofTarget.size > 0) this.#byTarget.set(target, ofTarget);
    if (ofCallback?.length === 0) this.#byCallback.delete(callbackId);
  }

  clear(): void {
    this.#byTarget.clear();
    this.#byCallback.clear();
  }

  #isFirst(job: Job): boolean {
    return this.#byCallback.get(job.callbackId)?.[0] === job;
  }
}
