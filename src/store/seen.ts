import { statSync } from 'node:fs';

/** The identity and state of the file at a path when last checked. */
export interface Seen {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Undefined when the file is missing or out of reach, because its folder is locked or its disk is gone. */
export function seen(path: string): Seen | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && { dev: stats.dev, ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs };
  } catch {
    return undefined;
  }
}

/** Whether both are the same file, changed or not. */
export function isSame(one: Seen | undefined, other: Seen | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
