import type { LogEntry } from '../control-api/log-entries.ts';
import { logEnd } from '../control-api/log-place.ts';
import { readLog } from '../control-api/log-reader.ts';
import { nextTurn, performance } from '../host/timers.ts';
import { atMostEvery } from '../journal/at-most-every.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { RequestsPlace } from '../store/requests-after.ts';

export interface LogListener {
  readonly entries: (entries: readonly LogEntry[]) => void;
  /** Receives how many calls were skipped. */
  readonly leftOut: (calls: number) => void;
}

/** How many entries to read per turn of the event loop, which limits how long requests wait. */
const readAtOnce = 200;
const pauseMs = 40;

/**
 * Follows the log of a sandbox in this process, starting now. Passes on entries shortly after they happened,
 * oldest first, never while a request is being answered. With a `pace`, calls that arrive faster than a
 * person can read are skipped, so that they cost nothing.
 */
export class LogFollower {
  readonly #runtime: Runtime;
  readonly #listener: LogListener;
  readonly #pace: Pace | undefined;
  readonly #paced = atMostEvery(pauseMs, () => void this.#readAll());
  #place: RequestsPlace;
  #isReading = false;
  #isEnded = false;

  constructor(runtime: Runtime, listener: LogListener, pace?: Pace) {
    this.#runtime = runtime;
    this.#listener = listener;
    this.#pace = pace;
    this.#place = logEnd(runtime);
    const ask = () => {
      if (!this.#isEnded) this.#paced.ask();
    };
    runtime.store.afterCommit(ask);
    runtime.store.requests.log.onStranger(ask);
    // The pause may have kept it from reading what is about to be deleted.
    runtime.store.beforeReplace(() => {
      if (!this.#isEnded) this.#readRest();
    });
  }

  /** Passes on what has happened so far and stops. */
  end(): void {
    this.#isEnded = true;
    this.#paced.stop();
    this.#readRest();
  }

  #readRest(): void {
    try {
      while (this.#readSome());
    } catch {}
  }

  async #readAll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    // What cannot be read now is read after the next commit.
    try {
      while (!this.#isEnded && this.#readSome()) await nextTurn();
    } catch {}
    this.#isReading = false;
  }

  /** Returns false when there is nothing more for now. */
  #readSome(): boolean {
    const read = readLog(this.#runtime, this.#place, readAtOnce);
    this.#place = read.place;
    if (read.entries.length > 0) this.#listener.entries(read.entries);
    if (this.#pace?.isOver(read.entries.length)) this.#leaveOut();
    return !read.isEnd;
  }

  #leaveOut(): void {
    const { request, stranger } = this.#place;
    this.#place = logEnd(this.#runtime);
    const calls = this.#place.stranger - Math.max(request, stranger);
    if (calls > 0) this.#listener.leftOut(calls);
  }
}

/** How much a person can read: a burst of entries, and a number per second in the long run. */
export class Pace {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** Counts entries that were read and returns whether they exceed the pace. */
  isOver(entries: number): boolean {
    const now = this.#now();
    const due = ((now - this.#at) / 1000) * this.#perSecond;
    const left = Math.min(this.#burst, this.#left + due) - entries;
    this.#at = now;
    this.#left = Math.max(0, left);
    return left < 0;
  }
}
