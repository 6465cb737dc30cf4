import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const pagesPerRead = 64;

/**
 * A digest of each page of the data file after our last write. Detects overwritten pages when our own writes
 * hide the change from `stat`.
 */
export class PageDigests {
  readonly #fd: number;
  readonly #pageSize: number;
  /** By page number, from 1. 0 means unknown. */
  #digests = new Uint32Array(256);
  #next = 1;

  /** `fd` must stay open as long as SQLite's file: closing it would release SQLite's locks (POSIX). */
  constructor(fd: number, pageSize: number) {
    this.#fd = fd;
    this.#pageSize = pageSize;
  }

  /** Whether there are digests to compare with. */
  get isKnown(): boolean {
    return this.#next > 1;
  }

  /** Checks the next pages, at most `pages`, cycling through the file. False when one of them has changed. */
  walk(pages: number, pageCount: number): boolean {
    const chunk = Buffer.allocUnsafe(pagesPerRead * this.#pageSize);
    let left = Math.min(pages, pageCount);
    while (left > 0) {
      if (this.#next > pageCount) this.#next = 1;
      const wanted = Math.min(left, pagesPerRead, pageCount - this.#next + 1);
      if (!this.#areSame(chunk, wanted)) return false;
      this.#next += wanted;
      left -= wanted;
    }
    return true;
  }

  /** Whether the pages in the file equal those in the log at these offsets. Stores their digests. */
  areWritten(offsets: ReadonlyMap<number, number>, log: number, pageCount: number): boolean {
    const [inFile, inLog] = [Buffer.allocUnsafe(this.#pageSize), Buffer.allocUnsafe(this.#pageSize)];
    for (const [page, offset] of offsets) {
      // A later commit in the log truncated the file to fewer pages.
      if (page > pageCount) continue;
      const read = readSync(this.#fd, inFile, 0, this.#pageSize, (page - 1) * this.#pageSize);
      readSync(log, inLog, 0, this.#pageSize, offset);
      if (read < this.#pageSize || !inFile.equals(inLog)) return false;
      this.#remember(page, inFile);
    }
    this.#digests.fill(0, pageCount + 1);
    return true;
  }

  /** Call it when an unknown set of pages was written. */
  invalidate(): void {
    this.#digests.fill(0);
  }

  #areSame(chunk: Buffer, count: number): boolean {
    const size = this.#pageSize;
    const read = readSync(this.#fd, chunk, 0, count * size, (this.#next - 1) * size);
    if (read < count * size) return false;
    for (let index = 0; index < count; index += 1) {
      const page = this.#next + index;
      const bytes = chunk.subarray(index * size, (index + 1) * size);
      const known = this.#digests[page] ?? 0;
      if (known === 0) this.#remember(page, bytes);
      else if (known !== digestOf(bytes)) return false;
    }
    return true;
  }

  #remember(page: number, bytes: Buffer): void {
    if (page >= this.#digests.length) {
      const larger = new Uint32Array(Math.max(page + 1, this.#digests.length * 2));
      larger.set(this.#digests);
      this.#digests = larger;
    }
    this.#digests[page] = digestOf(bytes);
  }
}

function digestOf(bytes: Buffer): number {
  return crc32(bytes) || 1;
}
