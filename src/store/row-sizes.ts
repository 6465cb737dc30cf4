/** A row of a table whose size is limited. */
export interface SizedRow {
  readonly id: number;
  readonly bytes: number;
}

/**
 * How large each row of a table is, oldest first, so that retention knows at once which rows are too many. Kept in memory: adding the sizes
 * up in SQL would read the whole table again and again. Unknown after `invalidate`, until `load` has read every row.
 */
export class RowSizes {
  readonly #read: (after: number, limit: number) => readonly SizedRow[];
  #rows: SizedRow[] = [];
  /** Rows before this place have been dropped. */
  #start = 0;
  #bytes = 0;
  #isKnown = false;

  /** `read` returns the next rows after an id, in the order of their ids. */
  constructor(read: (after: number, limit: number) => readonly SizedRow[]) {
    this.#read = read;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Reads the sizes of more rows. Must not be called inside a transaction. */
  load(limit: number): void {
    const rows = this.#read(this.#rows.at(-1)?.id ?? 0, limit);
    for (const row of rows) this.#push(row);
    this.#isKnown = rows.length < limit;
  }

  added(row: SizedRow): void {
    if (this.#isKnown) this.#push(row);
  }

  /** Says that no row up to this id exists any longer. */
  dropped(upTo: number): void {
    for (let row = this.#rows[this.#start]; row && row.id <= upTo; row = this.#rows[this.#start]) {
      this.#bytes -= row.bytes;
      this.#start += 1;
    }
    if (this.#start < 1000 || this.#start < this.#rows.length / 2) return;
    this.#rows = this.#rows.slice(this.#start);
    this.#start = 0;
  }

  /** The id of the newest row that has to go so that at most `rows` rows and `bytes` bytes remain; 0 when none has to. */
  cut(rows: number, bytes: number): number {
    let [left, leftBytes, cut] = [this.#rows.length - this.#start, this.#bytes, 0];
    for (let at = this.#start; left > rows || leftBytes > bytes; at += 1) {
      const row = this.#rows[at];
      if (!row) break;
      left -= 1;
      leftBytes -= row.bytes;
      cut = row.id;
    }
    return cut;
  }

  invalidate(): void {
    this.#rows = [];
    this.#start = 0;
    this.#bytes = 0;
    this.#isKnown = false;
  }

  #push(row: SizedRow): void {
    this.#rows.push(row);
    this.#bytes += row.bytes;
  }
}
