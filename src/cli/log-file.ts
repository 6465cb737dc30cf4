import { closeSync, fstatSync, openSync, statSync, write } from 'node:fs';
import { errorMessage } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';
import type { Send } from './log-writer.ts';

/** Opens a log file for appending, readable by its owner only: it contains keys. Throws `CommandFailed`. */
export function openLogFile(file: string): number {
  try {
    refusePipe(file);
    const fd = openSync(file, 'a', 0o600);
    process.once('exit', () => closeSync(fd));
    return fd;
  } catch (error) {
    throw unusable(errorMessage(error));
  }
}

/** Opening a named pipe would block until something reads from it. */
export function refusePipe(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw new Error('it is a named pipe');
}

function unusable(why: string): CommandFailed {
  return new CommandFailed(`The log file cannot be opened (${why}). Name another one with --log-file FILE.`);
}

/** Writes to a file. Retries with the rest after a partial write, such as on a full disk. */
export function toFile(fd: number): Send {
  return (text, taken) => {
    const bytes = Buffer.from(text);
    const next = (at: number) =>
      write(fd, bytes, at, bytes.length - at, null, (error, written) => {
        if (error || at + written >= bytes.length) taken(error, error !== null && at > 0);
        else next(at + written);
      });
    next(0);
  };
}

export function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}
