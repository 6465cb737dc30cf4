import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, errorMessage } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';

/** Replaces the whole file, so a crash leaves the previous one intact. `what`: such as "The report". */
export function replaceFile(what: string, file: string, text: string): void {
  // If the path is a link, write to its target, so that the link stays.
  const place = placeOf(file);
  const unfinished = `${place}.${process.pid}.unfinished`;
  try {
    // In a container, an earlier process that was killed may have had the same pid.
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new CommandFailed(`${what} ${file} cannot be written: ${errorMessage(error)}.`);
  }
}

/** Fails before minutes of work, not after them. */
export function refuseUnwritable(what: string, file: string): void {
  try {
    accessSync(dirname(placeOf(file)), constants.W_OK);
    if (!statSync(file).isFile()) throw new Error('it is not a regular file');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && canBeNew(file)) return;
    throw new CommandFailed(`${what} ${file} cannot be written: ${errorMessage(error)}. Name another file.`);
  }
}

function canBeNew(file: string): boolean {
  try {
    return file !== '' && statSync(dirname(file)).isDirectory();
  } catch {
    return false;
  }
}

function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
