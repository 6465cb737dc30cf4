import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { isSea } from 'node:sea';
import { ControlExchangeError } from '../client/control-exchange-error.ts';
import { later } from '../host/timers.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { healthAt, healthTimeoutMs } from './health.ts';
import { show } from './output.ts';

const longestWaitMs = 10_000;
const askAgainMs = 50;

/** Stops a running sandbox and waits until it is gone. Exit code 1 without one, or if it keeps running. */
export async function stop(flags: ControlFlags): Promise<void> {
  const { url } = flags;
  const goneBy = performance.now() + longestWaitMs;
  const pid = await askToStop(flags);
  if (!(await isGone(url, longestWaitMs)) || !(await hasEnded(pid, goneBy)))
    throw new CommandFailed(
      `The sandbox at ${url} was asked to stop but still runs after ${longestWaitMs / 1000} s.`,
    );
  show(flags, { stopped: true, url }, () => `The sandbox at ${url} has stopped.`);
}

/** Returns the process to wait for, if the sandbox has one of its own. */
async function askToStop(flags: ControlFlags): Promise<number | undefined> {
  try {
    const { pid } = await controlClient(flags, { timeoutMs: healthTimeoutMs }).call('stop');
    return pid;
  } catch (error) {
    // If another command has already requested the stop, the sandbox closes this connection without an
    // answer.
    const cause = error instanceof CommandFailed ? error.cause : undefined;
    const isCut = cause instanceof ControlExchangeError && cause.kind === 'broken';
    if (!isCut || !(await isGone(flags.url, healthTimeoutMs))) throw error;
    return undefined;
  }
}

/** Waits until nothing answers there. False after the given time. */
async function isGone(url: string, longestMs: number): Promise<boolean> {
  const goneBy = performance.now() + longestMs;
  for (;;) {
    const leftMs = goneBy - performance.now();
    if (leftMs <= 0) return false;
    if ((await healthAt(url, Math.ceil(leftMs))).status === 'away') return true;
    await later(askAgainMs);
  }
}

/** Until the process ends, it finishes deliveries and holds its data file. False after the given time. */
async function hasEnded(pid: number | undefined, endedBy: number): Promise<boolean> {
  while (pid !== undefined && isSandbox(pid)) {
    if (performance.now() > endedBy) return false;
    await later(askAgainMs);
  }
  return true;
}

/**
 * Whether this process is one of ours. The number from a container or the other end of a tunnel is nobody's
 * here, or another program's. A process that has ended and whose parent has not noticed has no command left.
 */
function isSandbox(pid: number): boolean {
  try {
    return commandOf(pid).includes('gateway-sandbox') || isThisExecutable(pid);
  } catch {
    return false;
  }
}

/** The standalone executable may have any name. Throws if there is no such process. */
function isThisExecutable(pid: number): boolean {
  if (!isSea() || process.platform === 'win32') return false;
  return executableOf(pid) === executableOf(process.pid);
}

function executableOf(pid: number): string {
  // Linux marks a file that was replaced while it runs, for example by an upgrade.
  if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
}

/** Throws if there is no such process. Empty where nothing cheap tells it. */
function commandOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  if (process.platform !== 'darwin') return '';
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}
