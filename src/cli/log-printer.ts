import type { LogEntry } from '../client/contract.ts';
import { setTimeout } from '../host/timers.ts';
import type { Formatter } from './log-format.ts';
import { StrangerLimit } from './log-strangers.ts';

const tellSkippedMs = 1000;

/** Accepts lines. When full, it only counts what it missed. */
export interface LineOutput {
  readonly write: (lines: readonly string[]) => void;
  readonly isFull?: () => boolean;
  readonly drop?: (count: number) => void;
}

/** Prints entries as lines. Limits calls without valid keys: those above the limit are only counted. */
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
    // Skips formatting for lines that will not be written.
    if (this.#output.isFull?.()) this.#output.drop?.(shown.length);
    else this.#output.write(shown.flatMap((entry) => this.#formatter.entry(entry)));
    if (shown.length < entries.length) this.#tellLater();
  }

  /** Counts calls that came too fast to be shown. */
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
