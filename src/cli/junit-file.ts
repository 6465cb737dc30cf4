import { statSync, writeFileSync } from 'node:fs';
import { junitOfUnfinished } from '../audit/report-junit.ts';
import { errorMessage } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';

type Write = (report: string) => void;

/**
 * Runs a command that writes a JUnit report. Until then, the file says that the run did not finish: CI would
 * take the report of an earlier run for this one's. Throws `CommandFailed` if the file cannot be written.
 */
export async function withJunit(
  command: string,
  file: string | undefined,
  run: (write: Write) => Promise<void>,
): Promise<void> {
  if (file === undefined) return run(() => undefined);
  // What was written to a pipe cannot be replaced.
  if (!isPipe(file)) writeJunit(file, junitOfUnfinished(command));
  let isWritten = false;
  try {
    await run((report) => {
      writeJunit(file, report);
      isWritten = true;
    });
  } catch (error) {
    if (!isWritten) tryTo(() => writeJunit(file, junitOfUnfinished(command, errorMessage(error))));
    throw error;
  }
}

function isPipe(file: string): boolean {
  try {
    const stats = statSync(file);
    return stats.isFIFO() || stats.isCharacterDevice();
  } catch {
    return false;
  }
}

function writeJunit(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandFailed(`The JUnit report cannot be written: ${errorMessage(error)}`);
  }
}

/** The run has already failed, and its own error says more. */
function tryTo(write: () => void): void {
  try {
    write();
  } catch {}
}
