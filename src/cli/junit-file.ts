import { writeFileSync } from 'node:fs';
import { errorMessage } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';

/** Throws `CommandFailed`. */
export function writeJunit(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandFailed(`The JUnit report cannot be written: ${errorMessage(error)}`);
  }
}
