/**
 * Runs asynchronous work strictly one after another, in the order requested. For changes to in-memory state
 * that accompanies the store: two changes that commit together would both update memory after the commit, and
 * memory could end up different from what is stored.
 */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
