import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { errorMessage } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';

/** Refuses an existing file before any work is done. */
export function refuseExisting(file: string): void {
  if (file === '') throw new CommandFailed('The name of the new file is empty. Name a new file.');
  if (existsSync(file)) throw new CommandFailed(`${file} exists. Name a new file.`);
}

/**
 * Fills a new file under a temporary name and renames it when complete, so that a killed process never leaves
 * a partial file that looks complete. `what` begins the error message, such as for a full disk.
 */
export async function fillNewFile(
  file: string,
  what: string,
  fill: (write: (bytes: Uint8Array) => void) => void | Promise<void>,
): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const failed = (error: unknown) =>
    new CommandFailed(`${what} cannot be written: ${errorMessage(error)}. Name another file.`);
  let fd: number;
  try {
    // Contains codes and secrets, so only the owner can read it.
    fd = openSync(unfinished, 'wx', 0o600);
  } catch (error) {
    throw failed(error);
  }
  try {
    await fill((bytes) => {
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      } catch (error) {
        throw failed(error);
      }
    });
    try {
      fsyncSync(fd);
      placeNew(unfinished, file);
    } catch (error) {
      throw failed(error);
    }
  } finally {
    closeSync(fd);
    rmSync(unfinished, { force: true });
  }
}

/** Unlike a rename, a link never replaces a file that has just appeared. Some file systems have no links. */
function placeNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (lstatSync(to, { throwIfNoEntry: false })) throw error;
    renameSync(from, to);
  }
}
