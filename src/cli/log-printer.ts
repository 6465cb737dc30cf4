import type { LogEntry } from '../client/contract.ts';
import { setTimeout } from '../host/timers.ts';
import type { Formatter } from './log-format.ts';
import { StrangerLimit } from './log-strangers.ts';

const tellSkippedMs = 1000;

/** What takes lines; where it is full, it counts those that it did not get. */
export interface LineOutput {
  readonly write: (lines: readonly string[]) => void;
  readonly isFull?: () => boolean;
  readonly drop?: (count: number) => void;
}

/** Writes entries as lines, with a limit for calls without valid keys: so many more are only counted. */
export class LogPrinter {
  readonly #formatter: Formatter;
  readonly #output: LineOutput;
  readonly #limit = new StrangerLimit();
  #leftOut = 0;
  #isTelling = false;

  constructor(formatter: Formatter, output: LineOutput) {
    this.#formatter = formatter;
    this.#output = output;
  }

  print(entries: readonly LogEntry[]): void {
    const shown = entries.filter((entry) => this.#limit.takes(entry));
    // Nothing is formatted that will not be written.
    if (this.#output.isFull?.()) this.#output.drop?.(shown.length);
    else this.#output.write(shown.flatMap((entry) => this.#formatter.entry(entry)));
    if (shown.length < entries.length) this.#tellLater();
  }

  /** Calls came faster than they can be shown. */
  leaveOut(calls: number): void {
    this.#leftOut += calls;
    this.#tellLater();
  }

  tellSkipped(): void {
    this.#isTelling = false;
    const strangers = this.#limit.takeSkipped();
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    if (strangers > 0) this.#output.write([this.#formatter.skipped(strangers)]);
    if (leftOut > 0) this.#output.write([this.#formatter.leftOut(leftOut)]);
  }

  #tellLater(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => this.tellSkipped(), tellSkippedMs).unref();
  }
}
