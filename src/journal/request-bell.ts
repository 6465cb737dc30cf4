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
  #isListening = false;

  constructor(store: Store) {
    this.#store = store;
    store.afterCommit(this.#ask);
  }

  /** Hears the id of the newest request when one was logged; a reset starts the ids over. Returns what ends it. */
  listen(ring: Ring): () => void {
    const { log } = this.#store.requests;
    // A start does without the log's statements.
    if (!this.#isListening) log.onStranger(this.#ask);
    this.#isListening = true;
    if (this.#rings.size === 0) this.#newest = log.lastId;
    this.#rings.add(ring);
    return () => this.#rings.delete(ring);
  }

  readonly #ask = () => {
    if (this.#rings.size > 0) this.#paced.ask();
  };

  /** What cannot be read now is told after the next commit. */
  #look(): void {
    try {
      const newest = this.#store.requests.log.lastId;
      if (newest === this.#newest) return;
      this.#newest = newest;
    } catch {
      return;
    }
    for (const ring of [...this.#rings]) ring(this.#newest);
  }
}
