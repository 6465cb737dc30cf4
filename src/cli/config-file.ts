import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a config file, or leaves it as it was, even on a full disk. In place: a rename would replace a symbolic link, or fail where a
 * container mounts only this file. Throws what the system says.
 */
export function writeConfig({ path, text: old }: ConfigText, text: string): void {
  const fd = openSync(path, old === undefined ? 'wx' : 'r+');
  try {
    if (!fstatSync(fd).isFile()) throw new Error('it is not a regular file');
    writeWhole(fd, text);
  } catch (error) {
    // Half a file: every other command in this folder would read it.
    if (old === undefined) rmSync(path, { force: true });
    else restore(fd, old);
    throw error;
  } finally {
    closeSync(fd);
  }
}

interface ConfigText {
  readonly path: string;
  /** Undefined for a file that does not exist. */
  readonly text: string | undefined;
}

function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
  ftruncateSync(fd, bytes.length);
  fsyncSync(fd);
}

/** The old bytes still have their place on the disk: nothing has been cut off yet. */
function restore(fd: number, old: string): void {
  try {
    writeWhole(fd, old);
  } catch {}
}
