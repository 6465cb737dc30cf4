/** Work for the next commit, and how to settle its caller. */
export interface QueuedWork {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Runs right after the commit. Work that has it gets a transaction of its own. */
  readonly replaced?: ((value: unknown) => void) | undefined;
}

/** The work that waits for the next commit. */
export class WorkQueue {
  #works: QueuedWork[] = [];
  #closed = false;
  readonly #began: () => void;

  /** `began` is called for the first work after each `take`. */
  constructor(began: () => void) {
    this.#began = began;
  }

  add<T>(run: () => T, replaced?: QueuedWork['replaced']): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('the sandbox is stopped'));
      // The queue holds work of every type. Each promise gets the value of its own work.
      this.#works.push({ run, resolve: resolve as (value: unknown) => void, reject, replaced });
      if (this.#works.length === 1) this.#began();
    });
  }

  /** Refuses all further work. */
  close(): void {
    this.#closed = true;
  }

  /** Empties the queue. Returns its work by transaction: what replaces all rows by itself, the rest together. */
  take(): QueuedWork[][] {
    const parts: QueuedWork[][] = [];
    for (const work of this.#works) {
      const last = parts.at(-1);
      if (last && !work.replaced && !last[0]?.replaced) last.push(work);
      else parts.push([work]);
    }
    this.#works = [];
    return parts;
  }
}
