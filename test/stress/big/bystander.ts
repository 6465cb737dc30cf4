import { type Ask, asking, insisting } from '../load/ask.ts';

/** Somebody who asks a sandbox for its health without a pause, through a restart too, and notes the longest wait for an answer. */
export class Bystander {
  readonly #ask: Ask;

  constructor(url: string) {
    this.#ask = insisting(asking(() => url));
  }

  /** Does something; gives how long that took, and how long the bystander waited at most meanwhile. */
  async during(work: () => Promise<unknown>): Promise<{ tookMs: number; waitedMs: number }> {
    // Its connection is open, and the code is warm.
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
