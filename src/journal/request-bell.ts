import type { Store } from '../store/store.ts';
import { atMostEvery } from './at-most-every.ts';

type Ring = (newestId: number) => void;

const pauseMs = 20;

/**
 * Announces new rows of the request log, at most 50 times a second. Requests are not events, because most of
 * their effects are events already. Nothing is stored for the bell, and nothing is read while nobody listens.
 */
export class RequestBell {
  readonly #store: Store;
  readonly #rings = new Set<Ring>();
  readonly #paced = atMostEvery(pauseMs, () => this.#look());
  /** Undefined after a reset or a restore: the next request may have the same id as the newest one had. */
  #newest: number | undefined = 0;
  #isListening = false;

  constructor(store: Store) {
    this.#store = store;
    store.afterCommit(this.#ask);
    store.beforeReplace(() => {
      if (this.#rings.size > 0) this.#look();
      this.#newest = undefined;
    });
  }

  /** Calls `ring` with the newest request's id. A reset restarts the ids. Returns a function that ends it. */
  listen(ring: Ring): () => void {
    const { log } = this.#store.requests;
    // Prepared only now, so that startup does not need the log's statements.
    if (!this.#isListening) log.onStranger(this.#ask);
    this.#isListening = true;
    if (this.#rings.size === 0) this.#newest = log.lastId;
    this.#rings.add(ring);
    return () => this.#rings.delete(ring);
  }

  readonly #ask = () => {
    if (this.#rings.size === 0) return;
    this.#paced.ask();
  };

  /** A log that cannot be read now is checked again after the next commit. */
  #look(): void {
    let newest: number;
    try {
      newest = this.#store.requests.log.lastId;
    } catch {
      return;
    }
    if (newest === this.#newest) return;
    this.#newest = newest;
    for (const ring of [...this.#rings]) ring(newest);
  }
}
