import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a config file, or leaves it unchanged if that fails, such as on a full disk. Writes in place: a
 * rename would replace a symbolic link, and fails where a container mounts only this file. Throws the
 * system's error.
 */
export function writeConfig({ path, bytes: old }: ConfigBytes, bytes: Uint8Array): void {
  const fd = openSync(path, old === undefined ? 'wx' : 'r+');
  try {
    if (!fstatSync(fd).isFile()) throw new Error('it is not a regular file');
    writeWhole(fd, bytes);
  } catch (error) {
    // Every other command in this folder would read a partial file.
    if (old === undefined) rmSync(path, { force: true });
    else restore(fd, old);
    throw error;
  } finally {
    closeSync(fd);
  }
}

interface ConfigBytes {
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly bytes: Uint8Array | undefined;
}

function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
  ftruncateSync(fd, bytes.length);
  fsyncSync(fd);
}

/** Nothing has been truncated yet, so the old bytes still fit on the disk. */
function restore(fd: number, old: Uint8Array): void {
  try {
    writeWhole(fd, old);
  } catch {}
}
