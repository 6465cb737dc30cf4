import type { Store } from '../store/store.ts';
import { atMostEvery } from './at-most-every.ts';

type Ring = (newestId: number) => void;

const pauseMs = 20;

/**
 * Tells that the request log has new rows, at most 50 times a second. A request is no event, for most of what it does is one already:
 * nothing is stored for the bell, and nothing is read while nobody listens.
 */
export class RequestBell {
  readonly #store: Store;
  readonly #rings = new Set<Ring>();
  readonly #paced = atMostEvery(pauseMs, () => this.#look());
  #newest = 0;

  constructor(store: Store) {
    this.#store = store;
    store.afterCommit(() => {
      if (this.#rings.size > 0) this.#paced.ask();
    });
  }

  /** Hears the id of the newest request after commits that logged one; ids begin anew with a reset. Returns what ends it. */
  listen(ring: Ring): () => void {
    if (this.#rings.size === 0) this.#newest = this.#store.sequences.last('requests');
    this.#rings.add(ring);
    return () => this.#rings.delete(ring);
  }

  /** What cannot be read now is told after the next commit. */
  #look(): void {
    try {
      const newest = this.#store.sequences.last('requests');
      if (newest === this.#newest) return;
      this.#newest = newest;
    } catch {
      return;
    }
    for (const ring of [...this.#rings]) ring(this.#newest);
  }
}
