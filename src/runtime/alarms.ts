import { clearTimeout, setTimeout } from '../host/timers.ts';
import type { SandboxClock } from './clock.ts';

// Timers stand still while the machine sleeps, and its clock may be set: so often the time is looked at again.
const longestTimerMs = 5000;
const retryMs = 1000;
const never = Number.POSITIVE_INFINITY;

/** Work that has to be done at times of the sandbox's clock. */
export interface DatedWork {
  /** When the next of it is due, or undefined when nothing is. */
  readonly soonest: () => number | undefined;
  /** Does what is due at `now`; settles when `soonest` tells of the rest. */
  readonly run: (now: number) => Promise<void>;
}

/**
 * Wakes dated work on the sandbox's clock. Holds one timer however much is waiting, and looks again only when it is time, when the
 * clock moves, and after a commit that noted something due sooner.
 */
export class Alarms {
  readonly #clock: SandboxClock;
  readonly #failed: (error: unknown) => void;
  readonly #works: DatedWork[] = [];
  readonly #running = new Map<DatedWork, Promise<unknown>>();
  /** Works that could not be done: each is tried again a moment later. */
  readonly #resting = new Set<DatedWork>();
  #timer: NodeJS.Timeout | undefined;
  #armedFor = never;
  #noted = never;
  #stopped = false;

  /** `failed` hears of every error of a work, which is tried again. */
  constructor(clock: SandboxClock, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
    clock.onMove(() => this.check());
  }

  add(work: DatedWork): void {
    this.#works.push(work);
  }

  /** Said inside a transaction: something will be due at this time. Counts from the commit on. */
  note(at: number): void {
    this.#noted = Math.min(this.#noted, at);
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#noted < this.#armedFor) this.check();
    this.#noted = never;
  }

  /** Runs what is due now, and sets the timer for what is due next. */
  check(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const now = this.#clock.now();
    this.#armedFor = never;
    for (const work of this.#works) {
      const soonest = this.#soonest(work);
      if (soonest > now) this.#armedFor = Math.min(this.#armedFor, soonest);
      else this.#run(work, now);
    }
    this.#arm(now);
  }

  /** Settles when nothing that was due is still being done. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #arm(now: number): void {
    if (this.#armedFor === never || this.#clock.frozen) return;
    this.#timer = setTimeout(() => this.#ring(), Math.min(this.#armedFor - now, longestTimerMs));
    // An expiry to come does not keep the process alive.
    this.#timer.unref();
  }

  #ring(): void {
    const now = this.#clock.now();
    if (now < this.#armedFor) this.#arm(now);
    else this.check();
  }

  #soonest(work: DatedWork): number {
    if (this.#resting.has(work)) return never;
    try {
      return work.soonest() ?? never;
    } catch (error) {
      this.#failed(error);
      // It could not be read. Whoever has just committed must not hear of it.
      this.#rest(work);
      return never;
    }
  }

  #run(work: DatedWork, now: number): void {
    if (this.#running.has(work)) return;
    const run = work.run(now).then(
      () => this.#ended(work),
      (error) => {
        this.#failed(error);
        // It could not be stored (disk full, for one): what is due stays due. Nobody waits for it: it may take for ever.
        this.#running.delete(work);
        this.#rest(work);
      },
    );
    this.#running.set(work, run);
  }

  #rest(work: DatedWork): void {
    this.#resting.add(work);
    setTimeout(() => {
      this.#resting.delete(work);
      this.check();
    }, retryMs).unref();
  }

  #ended(work: DatedWork): void {
    this.#running.delete(work);
    this.check();
  }
}
