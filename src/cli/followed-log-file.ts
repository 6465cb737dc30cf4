import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refusePipe, toFile } from './log-file.ts';
import type { Send } from './log-writer.ts';

/** How often the file is looked for at its path, at most. */
const lookEveryMs = 1000;

interface Options {
  /** Open for appending to the file. Stays open, because its owner may use it for more. */
  readonly fd: number;
  /** Rejects if a new log file must not be opened at this path. */
  readonly check: () => Promise<void>;
}

/** A log file that can be removed or renamed while it is in use: a new one is then opened at its path. */
export class FollowedLogFile {
  readonly #path: string;
  readonly #options: Options;
  #fd: number;
  #opened: Stats;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(file: string, options: Options) {
    // The working directory can change.
    this.#path = resolve(file);
    this.#options = options;
    this.#fd = options.fd;
    this.#opened = fstatSync(options.fd);
  }

  /** Never call it again before it has called back: that could close the file during a write. */
  readonly send: Send = (text, taken) => {
    this.#follow().then(() => toFile(this.#fd)(text, taken), taken);
  };

  /** Whether what is written to the first descriptor is no longer in the file at the path. */
  async hasLeftFirst(): Promise<boolean> {
    if (this.#fd !== this.#options.fd) return true;
    const hasMoved = await this.#hasMoved();
    if (hasMoved) this.#lookedAt = Number.NEGATIVE_INFINITY;
    return hasMoved;
  }

  async #follow(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < lookEveryMs) return;
    if (await this.#hasMoved()) {
      await this.#options.check();
      const fd = openAgain(this.#path, this.#opened);
      if (this.#fd === this.#options.fd) process.once('exit', () => closeSync(this.#fd));
      else closeSync(this.#fd);
      this.#fd = fd;
      this.#opened = fstatSync(fd);
    }
    this.#lookedAt = now;
  }

  async #hasMoved(): Promise<boolean> {
    const { dev, ino } = this.#opened;
    // Devices such as /dev/stderr are not rotated.
    if (!this.#opened.isFile()) return false;
    try {
      const there = await stat(this.#path);
      return there.ino !== ino || there.dev !== dev;
    } catch (error) {
      // If its folder is out of reach, so is a new file.
      return (error as NodeJS.ErrnoException).code === 'ENOENT';
    }
  }
}

/**
 * Creates the file, or opens what has been put in its place. At the start, the user has named a file; later,
 * in a shared folder such as `/tmp`, another user could put one there to read the keys in the log, or a link.
 */
function openAgain(path: string, before: Stats): number {
  refusePipe(path);
  const isOwn = ({ uid }: Stats) => uid === before.uid || uid === process.geteuid?.();
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (link && !isOwn(link)) throw foreign();
  const isLink = link?.isSymbolicLink();
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const fd = openSync(path, O_APPEND | O_CREAT | O_WRONLY | (isLink ? 0 : O_NOFOLLOW), 0o600);
  if (isLink || isOwn(fstatSync(fd))) return fd;
  closeSync(fd);
  throw foreign();
}

function foreign(): Error {
  return new Error('another user has put a file there');
}
