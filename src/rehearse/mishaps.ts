import type { SandboxClient } from '../client.ts';
import { SandboxError } from '../client.ts';
import { later } from '../host/timers.ts';

/** A call of your app that the gateway refused, lost, or answered late. */
export interface Mishap {
  /** Its number among the sandbox's events. */
  readonly event: number;
  /** Undefined if the call had none. */
  readonly invoiceNo: string | undefined;
  /**
   * When your app had the answer at the latest, in the time of `performance.now()`. `Infinity` if it never had a
   * good one, or may not have waited for it.
   */
  readonly answeredAt: number;
}

/**
 * The order that your app could not create. Events place it, because a busy machine reads them seconds after they
 * happened.
 */
export interface Unmade {
  /** The number that your app was asked to give it. */
  readonly invoiceNo: string;
  /** An event from before your app was asked. */
  readonly after: number;
  /** The newest event when your app had failed. */
  readonly upTo: number;
  /** When your app had failed, in the time of `performance.now()`. */
  readonly failedAt: number;
}

/** Your app may give up on a call, or call again, after this time. */
const patientMs = 2000;
const longestWait = '10s';
const pageSize = 200;
const tryAgainMs = 500;

interface Patience {
  readonly wait?: typeof longestWait;
  readonly signal?: AbortSignal;
}

/**
 * Follows what the weather and faults do to the calls of your app. It does so during the day, because the sandbox
 * keeps its newest events only, and because its clock may be frozen.
 */
export class Mishaps {
  readonly #sandbox: SandboxClient;
  readonly #stopping = new AbortController();
  readonly #seen: Mishap[] = [];
  #cursor = '0';
  #newest = 0;
  #following: Promise<void> = Promise.resolve();

  private constructor(sandbox: SandboxClient) {
    this.#sandbox = sandbox;
  }

  /** Begins with what happens from now on. */
  static async from(sandbox: SandboxClient): Promise<Mishaps> {
    const mishaps = new Mishaps(sandbox);
    while (await mishaps.#read()) mishaps.#seen.length = 0;
    mishaps.#following = mishaps.#follow();
    return mishaps;
  }

  /** The newest event that is known without asking. */
  get newestKnown(): number {
    return Math.max(this.#newest, Number(this.#cursor));
  }

  /** The newest event until now, which may not be among the mishaps yet. */
  async newest(): Promise<number> {
    try {
      for (let after = this.#cursor, isFull = true; isFull; ) {
        const { data, cursor } = await this.#page(after);
        this.#newest = Math.max(this.#newest, Number(cursor));
        isFull = data.length === pageSize;
        after = cursor;
      }
    } catch (error) {
      unreadable(error);
    }
    return this.newestKnown;
  }

  /** Looks no further. */
  end(): void {
    this.#stopping.abort();
  }

  /** Everything until now. Looks no further. */
  async all(): Promise<readonly Mishap[]> {
    this.end();
    await this.#following;
    while (await this.#read().catch(unreadable));
    return this.#seen;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted)
      try {
        await this.#read({ wait: longestWait, signal });
      } catch (error) {
        if (signal.aborted) return;
        unreadable(error);
        await later(tryAgainMs, undefined, { signal }).catch(() => undefined);
      }
  }

  /** Whether there was something to read. */
  async #read(patience: Patience = {}): Promise<boolean> {
    const { data, cursor } = await this.#page(this.#cursor, patience);
    this.#cursor = cursor;
    const readAt = performance.now();
    for (const { id, invoice_no: invoiceNo, effect = {} } of data) {
      const delayMs = 'delay' in effect ? Number(effect.delay) : Number.POSITIVE_INFINITY;
      const answeredAt = delayMs < patientMs ? readAt + delayMs : Number.POSITIVE_INFINITY;
      this.#seen.push({ event: Number(id), invoiceNo, answeredAt });
    }
    return data.length > 0;
  }

  #page(after: string, patience: Patience = {}) {
    return this.#sandbox.events.list({ type: 'fault.fired', after, limit: pageSize, ...patience });
  }
}

/** What is unknown excuses nobody. */
function unreadable(error: unknown): false {
  if (error instanceof SandboxError) return false;
  throw error;
}
