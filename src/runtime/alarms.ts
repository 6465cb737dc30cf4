import { clearTimeout, performance, setTimeout } from '../host/timers.ts';
import type { SandboxClock } from './clock.ts';

// Timers pause while the machine sleeps, and its clock may be changed, so check the time at least this often.
const longestTimerMs = 1000;
/** By how much the clock must gain on the time that passed to have jumped. */
const leapMs = 100;
const retryMs = 1000;
const never = Number.POSITIVE_INFINITY;

/** Work that is due at times of the sandbox's clock. */
export interface DatedWork {
  /** When the next work is due, or undefined when there is none. */
  readonly soonest: () => number | undefined;
  /** Does what is due at `now`. Resolves once `soonest` reports the remaining work. */
  readonly run: (now: number) => Promise<void>;
}

/**
 * Runs dated work on the sandbox's clock. Uses a single timer however much is waiting. Checks again only when
 * the time has come, when the clock is changed, and after a commit that noted something due earlier.
 */
export class Alarms {
  readonly #clock: SandboxClock;
  readonly #failed: (error: unknown) => void;
  readonly #works: DatedWork[] = [];
  readonly #running = new Map<DatedWork, Promise<unknown>>();
  /** Work that failed and is retried a moment later. */
  readonly #resting = new Set<DatedWork>();
  #timer: NodeJS.Timeout | undefined;
  #armedFor = never;
  #noted = never;
  #stopped = false;
  #seen: { readonly now: number; readonly realMs: number };
  #catchingUp: Promise<void> | undefined;

  /** `failed` receives every error. The work is retried. */
  constructor(clock: SandboxClock, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
    this.#seen = { now: clock.now(), realMs: performance.now() };
    clock.onMove(() => this.check());
  }

  add(work: DatedWork): void {
    this.#works.push(work);
  }

  /** Call it inside a transaction to announce a due time. It applies from the commit on. */
  note(at: number): void {
    this.#noted = Math.min(this.#noted, at);
  }

  /** Call it after each commit. */
  committed(): void {
    if (this.#noted < this.#armedFor) this.check();
    this.#noted = never;
  }

  /** Resolves once what became due by a jump of the machine's clock is done. Undefined if there was no jump. */
  catchUp(): Promise<void> | undefined {
    if (!this.#hasLeapt()) return this.#catchingUp;
    this.check();
    const done = this.idle().then(() => {
      if (this.#catchingUp === done) this.#catchingUp = undefined;
    });
    this.#catchingUp = done;
    return done;
  }

  #hasLeapt(): boolean {
    const before = this.#seen;
    this.#seen = { now: this.#clock.now(), realMs: performance.now() };
    return this.#seen.now - before.now - (this.#seen.realMs - before.realMs) > leapMs;
  }

  /** Runs what is due now and sets the timer for the next due time. */
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

  /** Resolves when no due work is running. */
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
    // A future expiry must not keep the process alive.
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
      // It could not be read. The error must not reach the code that has just committed.
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
        // It could not be stored (for example, the disk is full), so it stays due. `idle` must not wait for
        // it, which could take forever.
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
