import { setTimeout } from '../host/timers.ts';

/**
 * Writes text and calls back when it was accepted, or with the error and whether a part was written. Never
 * throws.
 */
export type Send = (text: string, taken: (error?: Error | null, isCut?: boolean) => void) => void;

interface Options {
  /** Maximum size of the text that is waiting to be written. */
  readonly mostBytes: number;
  /** The line that replaces dropped lines. */
  readonly dropped: (count: number) => string;
  /** Called once per outage: on the first failure, and again on the first failure after a success. */
  readonly onFailure: (error: Error) => void;
}

/** After these errors, nothing reads the output anymore. */
const gone: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'EBADF', 'ENXIO', 'ERR_STREAM_DESTROYED']);

/**
 * Writes lines to an output that may be slow, full or gone. Nothing waits for it: lines that it does not
 * accept in time are dropped, counted, and reported where they are missing.
 */
export class LogWriter {
  readonly #send: Send;
  readonly #options: Options;
  #waiting: string[] = [];
  #bytes = 0;
  #dropped = 0;
  #isWriting = false;
  #hasFailed = false;
  #isGone = false;
  /** Whether the output ends in the middle of a line. */
  #isCut = false;
  #whenIdle: (() => void)[] = [];

  constructor(send: Send, options: Options) {
    this.#send = send;
    this.#options = options;
  }

  /** Adds lines without line feeds. Reports lines that were dropped before them first. */
  readonly write = (lines: readonly string[]): void => {
    if (this.#isGone) return;
    for (const line of lines) this.#add(line);
    this.#next();
  };

  /** Settles when everything is written, nothing reads the output, or the time is up. */
  drained(patienceMs: number): Promise<void> {
    if (!this.#isWriting) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      setTimeout(resolve, patienceMs).unref();
    });
  }

  /** Whether lines are currently being dropped. */
  readonly isFull = (): boolean => this.#dropped > 0 || this.#isGone;

  /** Counts lines that were not even formatted. After a failure, this is what retries. */
  readonly drop = (count: number): void => {
    if (this.#isGone) return;
    this.#dropped += count;
    this.#next();
  };

  #add(line: string): void {
    const isFull = this.#bytes + line.length > this.#options.mostBytes;
    if (isFull || this.#dropped > 0) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(line);
    this.#bytes += line.length + 1;
  }

  #next(): void {
    if (this.#isWriting) return;
    const lines = this.#waiting;
    if (this.#dropped > 0) lines.push(this.#options.dropped(this.#dropped));
    if (lines.length === 0) {
      for (const idle of this.#whenIdle.splice(0)) idle();
      return;
    }
    const lost = this.#dropped;
    this.#waiting = [];
    this.#bytes = 0;
    this.#dropped = 0;
    this.#isWriting = true;
    this.#send(`${this.#isCut ? '\n' : ''}${lines.join('\n')}\n`, (error, isCut = false) => {
      this.#isWriting = false;
      this.#isCut = isCut || (this.#isCut && Boolean(error));
      if (error) this.#failed(error, lines.length - (lost > 0 ? 1 : 0) + lost);
      else this.#hasFailed = false;
      // After a failure, the next line triggers a retry.
      if (error) for (const idle of this.#whenIdle.splice(0)) idle();
      else this.#next();
    });
  }

  #failed(error: NodeJS.ErrnoException, lost: number): void {
    this.#dropped += lost + this.#waiting.length;
    this.#waiting = [];
    this.#bytes = 0;
    this.#isGone = gone.has(error.code ?? '');
    if (!this.#hasFailed) this.#options.onFailure(error);
    this.#hasFailed = true;
  }
}
