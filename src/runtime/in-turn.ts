/**
 * Runs asynchronous work one piece after another, in the order asked. For changes of what is held in memory beside the store: two that
 * commit together would otherwise each set the memory after the commit, and what it holds could differ from what is stored.
 */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
