import { later } from '../host/timers.ts';
import type { DatedWork } from '../runtime/alarms.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { DueCallback } from '../store/due.ts';
import { beginAttempt, type Job, type UnderWay } from './begin-attempt.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { endAttempt } from './end-attempt.ts';
import { HttpSender } from './http-sender.ts';
import { ManualQueue } from './manual-queue.ts';
import type { Delivered } from './wire-request.ts';

const stopPatienceMs = 5000;
/** As many as one target takes. Each answer frees only a place or two, so reading more would be wasted. */
const mostDueAtOnce = 4;
/** Far cheaper to read than what is due at each of many targets. */
const mostLookedAt = 100;
/** How many requests of one callback may wait. They are in memory, and an app that hangs takes few. */
const mostWaiting = 200;

/**
 * Sends the callbacks in the outbox, at least once each, until they are delivered or their schedule ends. A
 * slow target does not delay others, and no request waits for anything here.
 */
export class Outbox implements DatedWork {
  readonly #runtime: Runtime;
  readonly #sender: HttpSender;
  readonly #limit = new ConcurrencyLimit();
  readonly #manual = new ManualQueue();
  readonly #attempts = new Set<Promise<void>>();
  #abort = new AbortController();
  #stopped = false;
  /** What `soonest` found, for the `run` that follows immediately. */
  #found: readonly DueCallback[] | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#sender = new HttpSender(runtime.addresses);
  }

  /** When the next request that has a place is due. Undefined while nothing more can be sent. */
  soonest(): number | undefined {
    this.#found = undefined;
    if (this.#stopped || this.#limit.full) return undefined;
    if (this.#manual.next(this.#limit)) return 0;
    this.#found = this.#due(Number.MAX_SAFE_INTEGER);
    return this.#found[0]?.nextAttemptAt ?? undefined;
  }

  async run(now: number): Promise<void> {
    const chosen = this.#choose(now);
    const { signal } = this.#abort;
    try {
      const begun = await this.#runtime.store.commit(() =>
        signal.aborted ? [] : chosen.flatMap((job) => beginAttempt(this.#runtime, job, now)),
      );
      // A reset during the commit: the attempts that began are gone, and `abandon` has freed their places.
      if (signal.aborted) return;
      const started = new Set(begun.map(({ callbackId }) => callbackId));
      for (const job of chosen) if (!started.has(job.callbackId)) this.#leave(job);
      for (const underWay of begun) this.#start(underWay, signal);
    } catch (error) {
      if (!signal.aborted) for (const job of chosen) this.#leave(job);
      throw error;
    }
  }

  /** Sends a request outside the schedule, after those asked for earlier. */
  ask(job: Job): void {
    this.#manual.add(job);
    this.#runtime.alarms.check();
  }

  /** Whether this callback's queue has room for `more` requests. */
  hasRoomFor(callbackId: number, more: number): boolean {
    return this.#manual.waitingOf(callbackId) + more <= mostWaiting;
  }

  /** Callbacks with an attempt under way or a request waiting for a place. */
  get busyWith(): readonly number[] {
    return [...this.#limit.callbacks, ...this.#manual.callbacks];
  }

  /** Ends every attempt under way without storing its result, since the callbacks they belong to are gone. */
  abandon(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#limit.clear();
    this.#manual.clear();
  }

  /** Starts no new attempts and gives those under way 5 s. What is not delivered by then stays pending. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const patience = new AbortController();
    // Also keeps the process running until then: the attempts do not.
    const patient = later(stopPatienceMs, undefined, patience).catch(() => undefined);
    await Promise.race([Promise.all(this.#attempts), patient]);
    patience.abort();
    this.#abort.abort();
    this.#sender.close();
  }

  /** Takes a place for each request that gets one. Manual requests go first, in order for each callback. */
  #choose(now: number): Job[] {
    const chosen: Job[] = [];
    for (let job = this.#manual.next(this.#limit); job; job = this.#manual.next(this.#limit)) {
      this.#limit.enter(job.callbackId, job.target);
      this.#manual.remove(job);
      chosen.push(job);
    }
    for (const { id, target, nextAttemptAt } of this.#found ?? this.#due(now)) {
      if ((nextAttemptAt ?? 0) > now || !this.#limit.enter(id, target)) continue;
      chosen.push({
        callbackId: id,
        message: undefined,
        target,
        scheduled: true,
        genuine: true,
        forgery: undefined,
      });
    }
    return chosen;
  }

  /** The callbacks that are due and have a place, longest due first. Busy targets do not delay others. */
  #due(now: number): DueCallback[] {
    const { due } = this.#runtime.store;
    // Manual requests go first, even when they wait for another target.
    const fits = ({ id, target }: DueCallback) => !this.#manual.waitsFor(id) && this.#limit.fits(id, target);
    for (const most of [mostDueAtOnce, mostLookedAt]) {
      const longestDue = due.callbacks(most, now);
      const fitting = longestDue.filter(fits).slice(0, mostDueAtOnce);
      if (fitting.length > 0 || longestDue.length < most) return fitting;
    }
    // All of these wait for a place, so look for due callbacks target by target.
    const ofOthers: DueCallback[] = [];
    for (const target of due.callbackTargets())
      if (this.#limit.takes(target))
        ofOthers.push(...due.callbacksTo(target, mostDueAtOnce, now).filter(fits));
    return ofOthers.sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || a.id - b.id);
  }

  #start(underWay: UnderWay, signal: AbortSignal): void {
    const attempt = this.#attempt(underWay, signal)
      .catch((error: unknown) => {
        // A bug must not keep the place taken. The callback is retried when its next attempt is due.
        if (!signal.aborted) this.#leave(underWay);
        this.#runtime.reportInternalError(error);
      })
      .finally(() => {
        this.#attempts.delete(attempt);
        this.#runtime.alarms.check();
      });
    this.#attempts.add(attempt);
  }

  async #attempt(underWay: UnderWay, signal: AbortSignal): Promise<void> {
    const { store, settings } = this.#runtime;
    const timeoutMs = settingMs(settings.current.callback.timeout);
    const { message, allowSelfSigned } = underWay;
    // An app that does not answer must not keep a test run alive.
    const request = { ...message, timeoutMs, allowSelfSigned, isBackground: true };
    const delivered = await this.#sender.send(request, signal);
    if (signal.aborted) return;
    const stored = store.commit(() => {
      if (!signal.aborted) this.#end(underWay, delivered);
    });
    // The merchant can take another attempt now, which begins in the same commit.
    this.#limit.leaveTarget(underWay.callbackId);
    this.#runtime.alarms.check();
    // When the result cannot be stored (disk full, stopped), the attempt stays open and its callback pending.
    await stored.catch(() => {
      if (!signal.aborted) this.#leave(underWay);
    });
  }

  #end(underWay: UnderWay, delivered: Delivered): void {
    // Free the place before appending to the journal: code that waits until nothing is under way checks then.
    this.#leave(underWay);
    endAttempt(this.#runtime, underWay, delivered);
  }

  #leave({ callbackId }: Job): void {
    this.#limit.leave(callbackId);
  }
}
