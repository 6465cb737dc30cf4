import { type Ask, asking, insisting } from '../load/ask.ts';

/**
 * A client that checks a sandbox's health without a pause, even during a restart, and records the longest
 * wait.
 */
export class Bystander {
  readonly #ask: Ask;

  constructor(url: string) {
    this.#ask = insisting(asking(() => url));
  }

  /** Runs some work. Returns its duration, and the bystander's longest wait in the meantime. */
  async during(work: () => Promise<unknown>): Promise<{ tookMs: number; waitedMs: number }> {
    // Opens the connection and warms up the code.
    await this.#asked();
    let isOver = false;
    let waitedMs = 0;
    const asking = (async () => {
      while (!isOver) waitedMs = Math.max(waitedMs, await this.#asked());
    })();
    const startedAt = performance.now();
    await work();
    const tookMs = performance.now() - startedAt;
    isOver = true;
    await asking;
    return { tookMs, waitedMs };
  }

  async #asked(): Promise<number> {
    const startedAt = performance.now();
    await this.#ask('/_sandbox/health');
    return performance.now() - startedAt;
  }
}
