import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { later, performance } from './timers.ts';

const isWindows = process.platform === 'win32';

/** Give a child process a group of its own, so that everything it starts can be ended with it. */
export const ownGroup = { detached: !isWindows } as const;

/** How long an app may take to shut down. */
export const endPatienceMs = 5000;
const killPatienceMs = 1000;
const lookAgainMs = 10;

/**
 * Signals a child process and everything in its group. False when they are gone. Windows has neither process
 * groups nor signals: everything is ended.
 */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  if (isWindows)
    return spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).status === 0;
  return kill(-pid, signal);
}

/**
 * Asks a child process and everything in its group to end, and kills what has not ended in time. A shell ends
 * at once, before the app that it has started.
 */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (signalGroup(child, 'SIGTERM')) await waitForEnd(child, endPatienceMs);
  if (signalGroup(child, 'SIGKILL')) await waitForEnd(child, killPatienceMs);
}

export function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

async function waitForEnd(child: ChildProcess, patienceMs: number): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  while (isGroupRunning(child) && performance.now() < endsAt) await later(lookAgainMs);
}

function isGroupRunning(child: ChildProcess): boolean {
  const { pid } = child;
  if (isRunning(child)) return true;
  return !isWindows && pid !== undefined && kill(-pid, 0) && !hasOnlyZombies(pid);
}

/**
 * In a container, the first process may never collect ended processes, which then stay in their group. Only
 * Linux has these files.
 */
function hasOnlyZombies(group: number): boolean {
  const pids = existsSync('/proc/self/stat') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const states = pids.flatMap((pid) => stateIn(pid, group));
  return states.length > 0 && states.every((state) => state === 'Z');
}

/** Empty if the process is gone, or of another group. */
function stateIn(pid: string, group: number): string[] {
  try {
    // After the program's name: state, parent, group.
    const stat = /^.*\) (\S) \d+ (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    return stat?.[1] !== undefined && Number(stat[2]) === group ? [stat[1]] : [];
  } catch {
    return [];
  }
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
