import { closeSync, fstatSync, openSync, statSync } from 'node:fs';

/**
 * Our own descriptors of data files. Closing one releases every lock that this process has on the file
 * (POSIX), including SQLite's. So one is kept per file, even after a refusal, because another sandbox in this
 * process may have the file open.
 */
const kept = new Map<string, number>();
/** The files that a database of this process has open. */
const held = new Set<string>();

/** The descriptor for reading a data file. Throws like `open`. */
export function keptDescriptor(path: string): number {
  const key = keyOf(statSync(path));
  const known = kept.get(key);
  if (known !== undefined) return known;
  const fd = openSync(path, 'r');
  kept.set(keyOf(fstatSync(fd)), fd);
  return fd;
}

/** The same for a file that SQLite keeps open from now on. */
export function heldDescriptor(path: string): number {
  const fd = keptDescriptor(path);
  held.add(keyOf(fstatSync(fd)));
  return fd;
}

/** Closes a refused file's descriptor, unless another database of this process has the file open. */
export function dropDescriptor(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const fd = stats && kept.get(keyOf(stats));
  if (fd !== undefined && !held.has(keyOf(fstatSync(fd)))) closeDescriptor(fd);
}

/** Call it after SQLite has closed a file that it had locked: nothing else here can have it open. */
export function closeDescriptor(fd: number): void {
  const key = keyOf(fstatSync(fd));
  kept.delete(key);
  held.delete(key);
  closeSync(fd);
}

function keyOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}
