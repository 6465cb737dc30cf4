import { storageError } from './data-file-error.ts';

type Listener = (failure: string | undefined) => void;

/** Whether commits can be stored, and if not, why. For the terminal, health check and tester's pages. */
export class StorageHealth {
  readonly #file: string | undefined;
  readonly #listeners: Listener[] = [];
  #failure: string | undefined;
  #isFailing = false;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** What is wrong and what to do, in a sentence. Undefined while everything is stored. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Calls the listener on each change of `failure`. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** A sentence for a read or write error caused by the storage. Undefined for any other error. */
  sentenceOf(error: unknown): string | undefined {
    return storageError(this.#file, error)?.message;
  }

  /** Records that work was not stored. Returns the error for the caller. */
  failed(error: unknown): unknown {
    const failure = storageError(this.#file, error);
    if (!failure) return error;
    this.#isFailing = true;
    this.#change(failure.message);
    return failure;
  }

  /**
   * Call it at the end of a turn. Clears the failure once something was stored, nothing failed, and there is
   * room for more: on a full disk, a short row may still fit although the next call does not.
   */
  ended(isStored: boolean, hasRoom: () => boolean): void {
    if (this.#failure !== undefined && isStored && !this.#isFailing && hasRoom()) this.#change(undefined);
    this.#isFailing = false;
  }

  #change(failure: string | undefined): void {
    if (failure === this.#failure) return;
    this.#failure = failure;
    for (const listener of this.#listeners) listener(failure);
  }
}
