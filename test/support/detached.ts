import { onTestFinished } from 'vitest';
import { cliResult, type Ready } from './cli.ts';
import { testFolder } from './data-file.ts';

/** Starts a sandbox with `start --detach --json`, and kills it after the test. */
export async function detached(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  cwd = testFolder(),
): Promise<Ready> {
  const { code, stdout, stderr } = await cliResult(['start', '--detach', '--json', '--port', '0', ...args], {
    cwd,
    env,
  });
  if (code !== 0 || stderr !== '') throw new Error(`start --detach ended with ${code}: ${stderr}`);
  // Our own ready line.
  const ready = JSON.parse(stdout) as Ready;
  endLater(ready.pid);
  return ready;
}

/** Ends the process after the test. */
export function endLater(pid: number): void {
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
