import { execFileSync, spawnSync } from 'node:child_process';
import { execPath, getuid } from 'node:process';
import type { CliOptions } from './cli.ts';

/** Runs the program as somebody for whom the rights of files count: root can open everything. */
export function boundByRights(): CliOptions {
  if (getuid?.() !== 0) return {};
  return { node: 'setpriv', nodeArguments: ['--bounding-set=-dac_override,-dac_read_search', execPath] };
}

/** Runs the program so that it can write no file beyond so many KiB; `-S`, so that the limit can be raised while it runs. */
export function limitedFiles(kib: number): CliOptions {
  const script = `ulimit -S -f ${kib}; trap '' XFSZ; exec "$0" "$@"`;
  return { node: 'bash', nodeArguments: ['-c', script, execPath] };
}

/**
 * Runs the program with a disk of so many KiB at a folder, which only it and its children see; `before` is a line for the shell that
 * comes first, `after` one that comes when the program has ended. Undefined where the system mounts nothing for a test.
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

/** Changes the limit of `limitedFiles` for a process that runs. */
export function changeLimit(pid: number, kib: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${kib * 1024}:`]);
}
