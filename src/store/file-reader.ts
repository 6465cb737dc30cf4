import { read } from 'node:fs';
import { promisify } from 'node:util';

const pieceBytes = 256 * 1024;
const readInto = promisify(read);

/** Reads an open data file in pieces. Commits go to SQLite's log, so they don't change what it reads. */
export class FileReader {
  readonly #fd: number;
  /** Counts what may have written to the file. */
  #writes = 0;
  #isReading = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Call it before something is written to the file. */
  noteWrite(): void {
    this.#writes += 1;
  }

  /** The first `size` bytes of the file. Throws if something was written to it meanwhile. */
  async *read(size: number): AsyncGenerator<Uint8Array> {
    const writes = this.#writes;
    this.#isReading = true;
    try {
      for (let at = 0; at < size; ) {
        this.#refuseChanged(writes);
        const piece = new Uint8Array(Math.min(pieceBytes, size - at));
        const { bytesRead } = await readInto(this.#fd, piece, 0, piece.length, at);
        this.#refuseChanged(writes, bytesRead === 0);
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    } finally {
      this.#isReading = false;
    }
  }

  #refuseChanged(writes: number, isShort = false): void {
    if (isShort || writes !== this.#writes)
      throw new Error('The data file has changed. Try the backup again.');
  }
}
