import { fstatSync, readFileSync, readlinkSync } from 'node:fs';
import { type Process, packageManager } from './processes.ts';

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
