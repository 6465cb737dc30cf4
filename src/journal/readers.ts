/** Somebody who reads the past, and the last event that it has read. */
interface Reader {
  readonly cursor: number;
}

interface Mark {
  readonly at: number;
  readonly lastEvent: number;
}

/** Readers come and go with a cursor in their hands: what is younger than this, in real time, they may have yet to read. */
const recentMs = 60_000;
const betweenMarksMs = 1000;

/** Who has yet to read what of the journal: that is not dropped. */
export class Readers {
  readonly #reading = new Set<Reader>();
  /** The newest event at some times of the last minute, and at one before, oldest first. */
  #marks: readonly Mark[] = [];

  /** Keeps what a reader has yet to read, until what is returned is called. The reader moves its own cursor. */
  keepFor(reader: Reader): () => void {
    this.#reading.add(reader);
    return () => this.#reading.delete(reader);
  }

  /** Up to here everybody has read, as far as is known; to be told of the newest event from time to time. Milliseconds of real time. */
  doneAt(at: number, lastEvent: number): number {
    const newest = this.#marks.at(-1);
    if (!newest || at - newest.at >= betweenMarksMs) this.#marks = [...this.#marks, { at, lastEvent }];
    const old = this.#marks.findLastIndex((mark) => at - mark.at >= recentMs);
    this.#marks = this.#marks.slice(Math.max(0, old));
    const readLongAgo = old === -1 ? 0 : (this.#marks[0]?.lastEvent ?? 0);
    return [...this.#reading].reduce((least, { cursor }) => Math.min(least, cursor), readLongAgo);
  }
}
