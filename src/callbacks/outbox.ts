import { setTimeout } from '../host/timers.ts';
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
/** No more than one target takes: whoever answers makes room for one or two. */
const mostDueAtOnce = 4;
/** Requests of one callback that wait: they are in memory only, and a merchant that hangs takes few. */
const mostWaiting = 200;

/**
 * Sends what is in the outbox: at least once, until it is delivered or its schedule ends. A slow target holds up nobody else, and
 * nothing here is awaited by a request.
 */
export class Outbox implements DatedWork {
  readonly #runtime: Runtime;
  readonly #sender: HttpSender;
  readonly #limit = new ConcurrencyLimit();
  readonly #manual = new ManualQueue();
  readonly #attempts = new Set<Promise<void>>();
  #abort = new AbortController();
  #stopped = false;
  /** What `soonest` found, for the run that follows it at once. */
  #found: readonly DueCallback[] | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#sender = new HttpSender(runtime.addresses);
  }

  /** When the next request that has a place is due; undefined while nothing more can be sent. */
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
      // A reset in the turn of the commit: what was begun is gone, and so are its places.
      if (signal.aborted) return;
      const started = new Set(begun.map(({ callbackId }) => callbackId));
      for (const job of chosen) if (!started.has(job.callbackId)) this.#leave(job);
      for (const underWay of begun) this.#start(underWay, signal);
    } catch (error) {
      if (!signal.aborted) for (const job of chosen) this.#leave(job);
      throw error;
    }
  }

  /** Sends something for a callback beside its schedule, after what was asked for before. */
  ask(job: Job): void {
    this.#manual.add(job);
    this.#runtime.alarms.check();
  }

  /** Whether so many more requests for this callback may wait for their turn. */
  hasRoomFor(callbackId: number, more: number): boolean {
    return this.#manual.waitingOf(callbackId) + more <= mostWaiting;
  }

  /** Callbacks with an attempt under way or one that waits for its place. */
  get busyWith(): readonly number[] {
    return [...this.#limit.callbacks, ...this.#manual.callbacks];
  }

  /** Ends every attempt under way without writing what came of it: what it belonged to is gone. */
  abandon(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#limit.clear();
    this.#manual.clear();
  }

  /** No new attempts; those under way get 5 s, and what is not delivered by then stays pending. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const patience = new Promise((resolve) => setTimeout(resolve, stopPatienceMs).unref());
    await Promise.race([Promise.all(this.#attempts), patience]);
    this.#abort.abort();
    this.#sender.close();
  }

  /** Takes a place for each request that gets one. What was asked for goes first, in its order for each callback. */
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

  /** What is due and has a place, the longest due first: whoever waits for a target that takes no more holds up nobody else. */
  #due(now: number): DueCallback[] {
    const { due } = this.#runtime.store;
    // What was asked for goes first, even where it waits for another target.
    const fits = ({ id, target }: DueCallback) => !this.#manual.waitsFor(id) && this.#limit.fits(id, target);
    const longestDue = due.callbacks(mostDueAtOnce, now);
    const fitting = longestDue.filter(fits);
    if (fitting.length > 0 || longestDue.length < mostDueAtOnce) return fitting;
    // All of them wait for a place. However many more do, the other targets are looked at one by one.
    const ofOthers: DueCallback[] = [];
    for (const target of due.callbackTargets())
      if (this.#limit.takes(target))
        ofOthers.push(...due.callbacksTo(target, mostDueAtOnce, now).filter(fits));
    return ofOthers.sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || a.id - b.id);
  }

  #start(underWay: UnderWay, signal: AbortSignal): void {
    const attempt = this.#attempt(underWay, signal)
      .catch((error: unknown) => {
        // A bug must not keep the lane: its callback is tried again when its next attempt is due.
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
    const delivered = await this.#sender.send({ ...message, timeoutMs, allowSelfSigned }, signal);
    if (signal.aborted) return;
    const stored = store.commit(() => {
      if (!signal.aborted) this.#end(underWay, delivered);
    });
    // The merchant takes another one now: it begins in the same commit.
    this.#limit.leaveTarget(underWay.callbackId);
    this.#runtime.alarms.check();
    // Not stored (disk full, stopped): the attempt stays without an end, and its callback pending.
    await stored.catch(() => {
      if (!signal.aborted) this.#leave(underWay);
    });
  }

  #end(underWay: UnderWay, delivered: Delivered): void {
    // Before the journal tells of it: who waits until nothing is under way looks then.
    this.#leave(underWay);
    endAttempt(this.#runtime, underWay, delivered);
  }

  #leave({ callbackId }: Job): void {
    this.#limit.leave(callbackId);
  }
}
