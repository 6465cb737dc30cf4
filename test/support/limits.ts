import { execFileSync, spawnSync } from 'node:child_process';
import { execPath, getuid } from 'node:process';
import type { CliOptions } from './cli.ts';

/** Runs the program as a user who is bound by file permissions. Root could open everything. */
export function boundByRights(): CliOptions {
  if (getuid?.() !== 0) return {};
  return { node: 'setpriv', nodeArguments: ['--bounding-set=-dac_override,-dac_read_search', execPath] };
}

/**
 * Limits the size of the program's files to this many KiB. `-S`, so that the limit can be raised while it
 * runs.
 */
export function limitedFiles(kib: number): CliOptions {
  const script = `ulimit -S -f ${kib}; trap '' XFSZ; exec "$0" "$@"`;
  return { node: 'bash', nodeArguments: ['-c', script, execPath] };
}

/**
 * Runs the program with a disk of this many KiB at a folder, visible only to it and its children. `before` is
 * a shell command that runs first, `after` one that runs when the program has ended. Undefined if the system
 * does not allow mounts.
 */
export function smallDisk(
  folder: string,
  kib: number,
  { before = ':', after }: { before?: string; after?: string } = {},
): CliOptions | undefined {
  const own = ['--map-root-user', '--mount'];
  const mount = `mount -t tmpfs -o size=${kib}k tmpfs '${folder}'`;
  if (spawnSync('unshare', [...own, 'sh', '-c', mount]).status !== 0) {
    console.log('No disk can be mounted here: a limit on the size of files stands for the full disk.');
    return undefined;
  }
  const run = after === undefined ? 'exec "$0" "$@"' : `"$0" "$@"; code=$?; ${after}; exit $code`;
  const script = `${mount} && cd '${folder}' && ${before}; ${run}`;
  return { node: 'unshare', nodeArguments: [...own, 'sh', '-c', script, execPath] };
}

/**
 * Runs the program with a file mounted at the path of another, visible only to it and its children. Undefined
 * if the system does not allow mounts.
 */
export function mountedFile(file: string, at: string): CliOptions | undefined {
  const own = ['--map-root-user', '--mount'];
  const mount = `mount --bind '${file}' '${at}'`;
  if (spawnSync('unshare', [...own, 'sh', '-c', mount]).status !== 0) return undefined;
  return {
    node: 'unshare',
    nodeArguments: [...own, 'sh', '-c', `${mount} && exec "$0" "$@"`, execPath],
  };
}

/** Changes the limit of `limitedFiles` for a running process. */
export function changeLimit(pid: number, kib: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${kib * 1024}:`]);
}
