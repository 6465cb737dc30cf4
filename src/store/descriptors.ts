import { closeSync, fstatSync, openSync, statSync } from 'node:fs';

/**
 * Descriptors of data files beside SQLite's own. To close one ends every lock that this process has on the file (POSIX), SQLite's too: so
 * one is kept for each file, also after a refusal, for another sandbox of this process may have the file open.
 */
const kept = new Map<string, number>();
/** The files that a database of this process has open. */
const held = new Set<string>();

/** The descriptor to read a data file with. Throws as `open` does. */
export function keptDescriptor(path: string): number {
  const key = keyOf(statSync(path));
  const known = kept.get(key);
  if (known !== undefined) return known;
  const fd = openSync(path, 'r');
  kept.set(keyOf(fstatSync(fd)), fd);
  return fd;
}

/** The same for a file that SQLite has open from now on. */
export function heldDescriptor(path: string): number {
  const fd = keptDescriptor(path);
  held.add(keyOf(fstatSync(fd)));
  return fd;
}

/** To be called when a file was refused: closes its descriptor, unless another database of this process has the file open. */
export function dropDescriptor(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const fd = stats && kept.get(keyOf(stats));
  if (fd !== undefined && !held.has(keyOf(fstatSync(fd)))) closeDescriptor(fd);
}

/** To be called when SQLite has closed a file that it had locked: nobody else in this process can have it open. */
export function closeDescriptor(fd: number): void {
  const key = keyOf(fstatSync(fd));
  kept.delete(key);
  held.delete(key);
  closeSync(fd);
}

function keyOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}
