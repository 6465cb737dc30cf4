import { storageError } from './data-file-error.ts';

type Listener = (failure: string | undefined) => void;

/** Whether what happens can be stored, and if not, why: for the terminal, the health check and the pages of the tester. */
export class StorageHealth {
  readonly #file: string | undefined;
  readonly #listeners: Listener[] = [];
  #failure: string | undefined;
  #isFailing = false;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** What is wrong and what to do, in a sentence; undefined while everything is stored. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Hears of each change of `failure`. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** The error of a read or a write as a sentence, when the storage is at fault; undefined for any other error. */
  sentenceOf(error: unknown): string | undefined {
    return storageError(this.#file, error)?.message;
  }

  /** Notes that a work was not stored; returns the error for whoever asked for it. */
  failed(error: unknown): unknown {
    const failure = storageError(this.#file, error);
    if (!failure) return error;
    this.#isFailing = true;
    this.#change(failure.message);
    return failure;
  }

  /**
   * The end of a transaction: all is well again when something was stored, nothing has failed in it, and there is room for more. On a
   * full disk a short row may still fit where the next call does not.
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
