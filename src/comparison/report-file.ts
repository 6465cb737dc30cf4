import { statSync } from 'node:fs';
import { errorCode, errorMessage } from '../host/errors.ts';
import { type LiveCheck, liveCheckIn, NoReport } from './live-check.ts';
import { textOfRegularFile } from './regular-file.ts';
import type { Latency } from './report-format.ts';

/** What the file says, or why it says nothing, in a sentence. */
type Read = { readonly check: LiveCheck } | { readonly problem: string };

/** The report that the config's `compare_report` names. */
export class ReportFile {
  readonly #file: string;
  #state = '';
  #read: Read | undefined;
  #times: LiveCheck['times'] | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** The report as it is now. Never throws. Reads the file again if it changed. */
  read(): Read {
    const state = stateOf(this.#file);
    if (!this.#read || state !== this.#state) this.#read = readReport(this.#file);
    this.#state = state;
    return this.#read;
  }

  /** The times of the report when they were first needed, so that a run keeps its delays. */
  times(): ReadonlyMap<string, Latency> {
    if (this.#times) return this.#times;
    const read = this.read();
    if ('problem' in read) return new Map();
    this.#times = read.check.times;
    return this.#times;
  }
}

function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return [ino, size, mtimeMs].join(' ');
  } catch (error) {
    return errorCode(error);
  }
}

function readReport(file: string): Read {
  try {
    return { check: liveCheckIn(textOfRegularFile(file)) };
  } catch (error) {
    if (error instanceof NoReport)
      return { problem: `The comparison report ${file} ${error.message}. Run \`compare\` again.` };
    const why = errorCode(error) === 'ENOENT' ? 'it does not exist' : errorMessage(error);
    return { problem: `The comparison report ${file} cannot be read: ${why}.` };
  }
}
