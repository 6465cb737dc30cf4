import { type ChildProcess, spawnSync } from 'node:child_process';

/** Give a child process a group of its own, so that everything it starts can be ended with it. */
export const ownGroup = { detached: process.platform !== 'win32' } as const;

/**
 * Signals a child process and everything in its group. False when they are gone. Windows has neither process
 * groups nor signals: everything is ended.
 */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  if (process.platform === 'win32')
    return spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).status === 0;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
