import { realpathSync, statSync } from 'node:fs';

/**
 * Throws for a named pipe, since opening one blocks until something writes to it. Pipes under `/dev` and
 * `/proc` are fine: a shell's `<(command)` has a writer that is running.
 */
export function refuseNamedPipe(file: string): void {
  if (isNamedPipe(file)) throw new Error('it is a named pipe, and it must be a regular file');
}

export function isNamedPipe(file: string): boolean {
  try {
    if (!statSync(file).isFIFO()) return false;
    return !/^\/(?:dev|proc)\//.test(realpathSync(file));
  } catch {
    // The file can't be opened anyway, or it is `/dev/fd/63` on Linux, which resolves to `pipe:[123]`, not to
    // a path.
    return false;
  }
}
