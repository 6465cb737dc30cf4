import { nextTurn } from '../host/timers.ts';

/** A reader of past events, and the last event that it has read. */
interface Reader {
  readonly cursor: number;
}

interface Mark {
  readonly at: number;
  readonly lastEvent: number;
}

/** Readers may hold a cursor between requests, so events younger than this may still be needed. */
const recentMs = 60_000;
const betweenMarksMs = 1000;

/** Knows which events some reader has yet to read. Those must not be deleted. */
export class Readers {
  readonly #reading = new Set<Reader>();
  /** The newest event at several times of the last minute, and once before that, oldest first. */
  #marks: readonly Mark[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  /** Keeps events for a reader until the returned function is called. The reader advances its cursor. */
  keepFor(reader: Reader): () => void {
    this.#reading.add(reader);
    return () => this.#reading.delete(reader);
  }

  /** Resolves in a later turn of the event loop than every other reader's. Other work comes in between. */
  turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => nextTurn());
    return this.#lastTurn;
  }

  /**
   * The event up to which everything has been read, as far as is known. Call it regularly with the newest
   * event and the real time in milliseconds.
   */
  doneAt(at: number, lastEvent: number): number {
    const newest = this.#marks.at(-1);
    if (!newest || at - newest.at >= betweenMarksMs) this.#marks = [...this.#marks, { at, lastEvent }];
    const old = this.#marks.findLastIndex((mark) => at - mark.at >= recentMs);
    this.#marks = this.#marks.slice(Math.max(0, old));
    const readLongAgo = old === -1 ? 0 : (this.#marks[0]?.lastEvent ?? 0);
    return [...this.#reading].reduce((least, { cursor }) => Math.min(least, cursor), readLongAgo);
  }
}
