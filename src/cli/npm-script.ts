import { fstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { type Process, packageManager, processesIn } from './processes.ts';

/** In a script such as `pretest`: `test`, with which the package manager goes on. */
export function scriptAfter({
  npm_lifecycle_event: script = '',
  npm_package_json: file = 'package.json',
}: NodeJS.ProcessEnv): string | undefined {
  const next = /^pre(.+)/.exec(script)?.[1];
  if (next === undefined) return undefined;
  try {
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, unknown> };
    return typeof scripts?.[next] === 'string' ? next : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the package manager reads the output of its script itself, as `pnpm --recursive` does. It then goes
 * on only after everybody has closed that output, and so would wait for a sandbox that waits for it.
 */
export function isReadBy(manager: Process): boolean {
  return packageManager(manager) === 'pnpm' && reads(manager, process.pid, processesIn(manager.group));
}

/** Through the pipes of a shell too, as with `start | tee sandbox.log &`, whose `tee` may write to the manager. */
function reads(manager: Process, pid: number, around: readonly Process[]): boolean {
  return [1, 2].some((descriptor) => {
    const output = opened(pid, descriptor);
    // Not read by the manager if that writes to it itself.
    if (!output || [1, 2].some((each) => isSame(output, opened(manager.pid, each)))) return false;
    // Node reads what it starts through sockets.
    if (!output.isFIFO()) return output.isSocket();
    return around.some((each) => {
      // One that reads what it writes itself is asked once.
      const others = around.filter((other) => other !== each);
      return isSame(output, opened(each.pid, 0)) && reads(manager, each.pid, others);
    });
  });
}

function isSame({ dev, ino }: Stats, other: Stats | undefined): boolean {
  return other?.dev === dev && other.ino === ino;
}

/** Of other processes, only /proc shows it. */
function opened(pid: number, descriptor: number): Stats | undefined {
  try {
    return pid === process.pid ? fstatSync(descriptor) : statSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
