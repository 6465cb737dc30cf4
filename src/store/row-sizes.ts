/** A row of a table with a size limit. */
export interface SizedRow {
  readonly id: number;
  readonly bytes: number;
}

/**
 * The size of each row of a table, oldest first, so that retention knows at once which rows to delete. Kept
 * in memory, because adding up the sizes in SQL would read the whole table every time. Unknown after
 * `invalidate`, until `load` has read every row.
 */
export class RowSizes {
  readonly #read: (after: number, limit: number) => readonly SizedRow[];
  #rows: SizedRow[] = [];
  /** Rows before this index have been deleted. */
  #start = 0;
  #bytes = 0;
  #isKnown = false;

  /** `read` returns the next rows after an id, in id order. */
  constructor(read: (after: number, limit: number) => readonly SizedRow[]) {
    this.#read = read;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Reads the sizes of more rows. Do not call it inside a transaction. */
  load(limit: number): void {
    const rows = this.#read(this.#rows.at(-1)?.id ?? 0, limit);
    for (const row of rows) this.#push(row);
    this.#isKnown = rows.length < limit;
  }

  added(row: SizedRow): void {
    if (this.#isKnown) this.#push(row);
  }

  /** Call it when all rows up to this id have been deleted. */
  dropped(upTo: number): void {
    for (let row = this.#rows[this.#start]; row && row.id <= upTo; row = this.#rows[this.#start]) {
      this.#bytes -= row.bytes;
      this.#start += 1;
    }
    if (this.#start < 1000 || this.#start < this.#rows.length / 2) return;
    this.#rows = this.#rows.slice(this.#start);
    this.#start = 0;
  }

  /** The newest id to delete so that at most `rows` rows and `bytes` bytes remain. 0 for none. */
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
