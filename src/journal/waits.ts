import { clearTimeout, setTimeout } from '../host/timers.ts';
import type { EventRow } from '../store/events.ts';
import type { EventFilter } from '../store/events-matching.ts';
import type { RequestBell } from './request-bell.ts';

/** What a caller waits for. */
export interface Question<T> {
  /** Identifies the question: callers with the same words share its checks and the result. */
  readonly words: string;
  /** The events that may bring an answer, or `requests` for new rows of the request log. */
  readonly wants: EventFilter | 'requests';
  /** The last event that the caller already knows (default: the newest one). */
  readonly after?: number;
  /**
   * The answer, once there is one. `rows` are a commit's wanted events; empty at the first look of `wait` and
   * after a restored snapshot.
   */
  readonly answer: (rows: readonly EventRow[]) => T | undefined;
}

export interface Patience {
  /** Milliseconds of real time. */
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly end: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** Announces new rows. */
interface Announcer {
  readonly requestBell: Pick<RequestBell, 'listen'>;
  /** Calls `found` with each commit's matching rows after event `after`. Returns a function that ends it. */
  follow(wants: EventFilter, found: (rows: readonly EventRow[]) => void, after?: number): () => void;
}

/** All waits. They are woken by the journal, never by a clock, and never by events that they do not want. */
export class Waits {
  readonly #journal: Announcer;
  readonly #asked = new Map<string, { readonly waiters: Set<Waiter>; readonly unfollow: () => void }>();
  #stopped = false;

  constructor(journal: Announcer) {
    this.#journal = journal;
  }

  /** Resolves with what `look` finds, now or later. Otherwise like `next`. */
  wait<T>(
    { look, ...question }: Omit<Question<T>, 'answer'> & { readonly look: Question<T>['answer'] },
    patience: Patience,
  ): Promise<T | undefined> {
    const found = look([]);
    return found === undefined ? this.next({ ...question, answer: look }, patience) : Promise.resolve(found);
  }

  /**
   * Resolves with the next answer, or with undefined when the time is up, the signal is aborted, or the
   * sandbox is reset or stops first.
   */
  next<T>(question: Question<T>, { waitMs, signal }: Patience): Promise<T | undefined> {
    if (waitMs <= 0 || signal?.aborted || this.#stopped) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const settled = () => {
        this.#leave(question.words, waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter = {
        end: (value) => {
          settled();
          // Callers with the same words ask for the same type.
          resolve(value as T | undefined);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      };
      const giveUp = () => waiter.end(undefined);
      const timer = setTimeout(giveUp, waitMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#join(question, waiter);
    });
  }

  /** The sandbox stops: ends every wait. */
  stop(): void {
    this.#stopped = true;
    for (const { waiters } of [...this.#asked.values()]) for (const { end } of [...waiters]) end(undefined);
  }

  #join(question: Question<unknown>, waiter: Waiter): void {
    const asked = this.#asked.get(question.words);
    if (asked) asked.waiters.add(waiter);
    else this.#asked.set(question.words, { waiters: new Set([waiter]), unfollow: this.#follow(question) });
  }

  #leave(words: string, waiter: Waiter): void {
    const asked = this.#asked.get(words);
    asked?.waiters.delete(waiter);
    if (asked?.waiters.size !== 0) return;
    asked.unfollow();
    this.#asked.delete(words);
  }

  #follow({ words, wants, after, answer }: Question<unknown>): () => void {
    const unfollow = [
      wants === 'requests'
        ? this.#journal.requestBell.listen(() => this.#look(words, () => answer([])))
        : this.#journal.follow(wants, (rows) => this.#look(words, () => answer(rows)), after),
      this.#journal.follow({ types: ['snapshot.restored'] }, () => this.#look(words, () => answer([]))),
      // A reset removes whatever was being waited for.
      this.#journal.follow({ types: ['reset'] }, () => this.#look(words, () => answer([]), true)),
    ];
    return () => {
      for (const end of unfollow) end();
    };
  }

  #look(words: string, answer: () => unknown, isLast = false): void {
    const waiters = [...(this.#asked.get(words)?.waiters ?? [])];
    if (waiters.length === 0) return;
    try {
      const value = answer();
      if (value !== undefined || isLast) for (const { end } of waiters) end(value);
    } catch (error) {
      // A read error belongs to the waiting callers, not to the code that has just committed.
      for (const { fail } of waiters) fail(error);
    }
  }
}
