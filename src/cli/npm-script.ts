import { fstatSync, readFileSync, readlinkSync } from 'node:fs';
import { type Process, packageManager } from './processes.ts';

/** Whether this runs in a script such as `pretest`, after which the package manager goes on with `test`. */
export function isBeforeAnother({
  npm_lifecycle_event: script = '',
  npm_package_json: file = 'package.json',
}: NodeJS.ProcessEnv): boolean {
  const next = /^pre(.+)/.exec(script)?.[1];
  if (next === undefined) return false;
  try {
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, unknown> };
    return typeof scripts?.[next] === 'string';
  } catch {
    return false;
  }
}

/**
 * Whether the package manager reads the output of its script itself, as `pnpm --recursive` does. It then goes
 * on only after everybody has closed that output, and so would wait for a sandbox that waits for it.
 */
export function isReadBy(manager: Process): boolean {
  if (packageManager(manager) !== 'pnpm') return false;
  return [1, 2].some((descriptor) => {
    const output = fstatSync(descriptor);
    return (output.isFIFO() || output.isSocket()) && !hasOpen(manager, descriptor);
  });
}

/** Whether it writes to the same output itself. */
function hasOpen({ pid }: Process, descriptor: number): boolean {
  try {
    const own = readlinkSync(`/proc/self/fd/${descriptor}`);
    return [1, 2].some((each) => readlinkSync(`/proc/${pid}/fd/${each}`) === own);
  } catch {
    return false;
  }
}
