import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { isMissing } from './missing.ts';

/** The user's home folder. Undefined if there is none, as in a container that runs under a bare user id. */
export function userHome(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

/** This user's folder in the system's temporary folder. It may not exist yet. */
export function temporaryFolder(): string {
  return join(tmpdir(), `gateway-sandbox-${process.getuid?.() ?? ''}`);
}

/**
 * Creates the folder if it is missing, and checks that only this user or root can write to it. Throws an
 * `Error` that names the folder and the problem.
 */
export function ownFolder(folder: string): void {
  makeFolder(folder);
  // Do not follow a symbolic link: another user may have planted it.
  const { mode, uid } = lstatSync(folder);
  if (process.getuid === undefined) return;
  if (uid !== process.getuid() && uid !== 0) throw new Error(`${folder} belongs to another user`);
  if ((mode & 0o022) !== 0) throw new Error(`${folder} can be written by others`);
}

/** Creates a private folder and its parents. Node's recursive `mkdir` hangs for a folder in `/proc`. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (isMissing(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
