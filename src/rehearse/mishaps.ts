import type { SandboxClient } from '../client.ts';
import { SandboxError } from '../client.ts';
import { later } from '../host/timers.ts';

/** A call of your app that the gateway refused, lost, or answered late, in the time of `performance.now()`. */
export interface Mishap {
  /** Undefined if the call had none. */
  readonly invoiceNo: string | undefined;
  readonly at: number;
  /** When your app had the answer. `Infinity` if it never had a good one, or may not have waited for it. */
  readonly answeredAt: number;
}

/** The order that your app could not create, with times of `performance.now()`. */
export interface Unmade {
  /** The number that your app was asked to give it. */
  readonly invoiceNo: string;
  readonly from: number;
  readonly to: number;
}

/** Your app may give up on a call, or call again, after this time. */
const patientMs = 2000;
const longestWait = '10s';
const pageSize = 200;
const tryAgainMs = 500;

/**
 * Follows what the weather and faults do to the calls of your app. It does so during the day, because the sandbox
 * keeps its newest events only, and because its clock may be frozen.
 */
export class Mishaps {
  readonly #sandbox: SandboxClient;
  readonly #stopping = new AbortController();
  readonly #seen: Mishap[] = [];
  #cursor = '0';
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
  async #read(
    wait: { readonly wait?: typeof longestWait; readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    const wanted = { type: 'fault.fired', after: this.#cursor, limit: pageSize, ...wait } as const;
    const { data, cursor } = await this.#sandbox.events.list(wanted);
    this.#cursor = cursor;
    const at = performance.now();
    for (const { invoice_no: invoiceNo, effect = {} } of data) {
      const delayMs = 'delay' in effect ? Number(effect.delay) : Number.POSITIVE_INFINITY;
      const answeredAt = delayMs < patientMs ? at + delayMs : Number.POSITIVE_INFINITY;
      this.#seen.push({ invoiceNo, at, answeredAt });
    }
    return data.length > 0;
  }
}

/** What is unknown excuses nobody. */
function unreadable(error: unknown): false {
  if (error instanceof SandboxError) return false;
  throw error;
}
