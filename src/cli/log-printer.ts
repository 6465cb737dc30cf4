import type { LogEntry } from '../client/contract.ts';
import { setTimeout } from '../host/timers.ts';
import type { Formatter } from './log-format.ts';
import { StrangerLimit } from './log-strangers.ts';

const tellSkippedMs = 1000;

/** Writes entries as lines, with a limit for calls without valid keys: so many more are only counted. */
export class LogPrinter {
  readonly #formatter: Formatter;
  readonly #write: (lines: readonly string[]) => void;
  readonly #limit = new StrangerLimit();
  #isTelling = false;

  constructor(formatter: Formatter, write: (lines: readonly string[]) => void) {
    this.#formatter = formatter;
    this.#write = write;
  }

  print(entries: readonly LogEntry[]): void {
    const shown = entries.filter((entry) => this.#limit.takes(entry));
    this.#write(shown.flatMap((entry) => this.#formatter.entry(entry)));
    if (shown.length === entries.length || this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => this.tellSkipped(), tellSkippedMs).unref();
  }

  tellSkipped(): void {
    this.#isTelling = false;
    const skipped = this.#limit.takeSkipped();
    if (skipped > 0) this.#write([this.#formatter.skipped(skipped)]);
  }
}
