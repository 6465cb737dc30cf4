import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { refuseNamedPipe } from '../host/named-pipe.ts';
import { CommandFailed } from './control-client.ts';

/** Fails before minutes of work, not after them. Devices such as `/dev/stdout` are fine. */
export function refuseUnwritableJunit(file: string): void {
  try {
    refuseNamedPipe(file);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (file === '' || stats?.isDirectory()) throw new Error('it is not a file');
    accessSync(stats ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Throws `CommandFailed`. */
export function writeJunit(file: string, text: string): void {
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
