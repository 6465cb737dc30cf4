import { storageError } from './data-file-error.ts';

type Listener = (trouble: string | undefined) => void;

/** Whether what happens can be stored, and if not, why: for the terminal, the health check and the pages of the tester. */
export class StorageHealth {
  readonly #file: string | undefined;
  readonly #listeners: Listener[] = [];
  #trouble: string | undefined;
  #isFailing = false;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** What is wrong and what to do, in a sentence; undefined while everything is stored. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Hears of each change of `trouble`. */
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

  /** The end of a transaction: all is well again when something was stored and nothing has failed in it. */
  ended(isStored: boolean): void {
    if (isStored && !this.#isFailing) this.#change(undefined);
    this.#isFailing = false;
  }

  #change(trouble: string | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    for (const listener of this.#listeners) listener(trouble);
  }
}
