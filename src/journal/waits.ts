import { clearTimeout, setTimeout } from '../host/timers.ts';
import type { EventRow } from '../store/events.ts';
import type { EventFilter } from './followers.ts';
import type { RequestBell } from './request-bell.ts';

/** What somebody waits for. */
export interface Question<T> {
  /** All who ask in the same words share the looks after commits, and what they find. */
  readonly words: string;
  /** After which events there may be an answer; or that new rows of the request log may bring one. */
  readonly wants: EventFilter | 'requests';
  /** The last event that whoever asks knows already; the newest one unless said. */
  readonly after?: number;
  /** The answer, once it is there; by the wanted events of a commit, or by none where everything was brought back. */
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

/** What new rows are announced by. */
interface Announcer {
  readonly requestBell: Pick<RequestBell, 'listen'>;
  /** Calls `found` with the rows of each commit that the filter wants, after the event `after`; returns what ends it. */
  follow(wants: EventFilter, found: (rows: readonly EventRow[]) => void, after?: number): () => void;
}

/** What is waited for, and by whom: woken by the journal, never by a clock, and never by what is not wanted. */
export class Waits {
  readonly #journal: Announcer;
  readonly #asked = new Map<string, { readonly waiters: Set<Waiter>; readonly unfollow: () => void }>();
  #stopped = false;

  constructor(journal: Announcer) {
    this.#journal = journal;
  }

  /** What `look` finds, at once or as soon as it is there; else as `next`. */
  wait<T>(
    { look, ...question }: Omit<Question<T>, 'answer'> & { readonly look: () => T | undefined },
    patience: Patience,
  ): Promise<T | undefined> {
    const found = look();
    return found === undefined ? this.next({ ...question, answer: look }, patience) : Promise.resolve(found);
  }

  /** Settles with the next answer; undefined when before that the time is over, the signal is aborted, or the sandbox is reset or stops. */
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
          // Who asks in the same words asks for the same.
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

  /** The sandbox stops: nobody waits any longer. */
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
      // After a reset nothing of what was waited for is left to come.
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
      // It cannot be read: who waits hears of it, not who has just committed.
      for (const { fail } of waiters) fail(error);
    }
  }
}
