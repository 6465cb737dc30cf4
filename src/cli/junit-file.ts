import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { junitOfUnfinished } from '../audit/report-junit.ts';
import { givenByFlags } from '../config/member-values.ts';
import { errorMessage } from '../host/errors.ts';
import { refuseNamedPipe } from '../host/named-pipe.ts';
import { CommandFailed } from './control-client.ts';
import { refuseUsedFile } from './used-files.ts';

/** Writes the finished report. */
export type WriteJunit = (report: string) => void;

interface JunitFlags {
  readonly junit?: string;
  readonly [flag: string]: unknown;
}

/**
 * Runs a command that writes a JUnit report. Until then, the file says that the run did not finish: CI would
 * take the report of an earlier run for this one's. Throws `CommandFailed` if the file cannot be written,
 * and `WrongUsage` if the sandbox uses it.
 */
export async function withJunit(
  command: string,
  { junit: file, ...flags }: JunitFlags,
  run: (write: WriteJunit) => Promise<void>,
): Promise<void> {
  if (file === undefined) return run(() => undefined);
  await refuseUsedFile({ flag: '--junit', file, use: 'report' }, givenByFlags(flags));
  refuseUnwritable(file);
  // What was written to a device cannot be replaced.
  if (!isDevice(file)) writeJunit(file, junitOfUnfinished(command));
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

/** Fails before minutes of work, not after them. Devices such as `/dev/stdout` are fine. */
function refuseUnwritable(file: string): void {
  try {
    refuseNamedPipe(file);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (file === '' || stats?.isDirectory()) throw new Error('it is not a file');
    accessSync(stats ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** `/dev/stdout` may also be a pipe. */
function isDevice(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile();
}

function writeJunit(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): CommandFailed {
  return new CommandFailed(
    `The JUnit report ${file} cannot be written: ${errorMessage(error)}. Name another file with --junit.`,
  );
}

/** The run has already failed, and its own error says more. */
function tryTo(write: () => void): void {
  try {
    write();
  } catch {}
}
