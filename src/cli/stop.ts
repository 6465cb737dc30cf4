import { ExchangeError } from '../client/exchange-error.ts';
import { later } from '../host/timers.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { healthAt, healthTimeoutMs } from './health.ts';
import { show } from './output.ts';

const longestWaitMs = 10_000;
const askAgainMs = 50;

/** Stops a running sandbox and waits until it is gone. Exit code 1 without one, or if it keeps running. */
export async function stop(flags: ControlFlags): Promise<void> {
  const { url } = flags;
  await askToStop(flags);
  if (!(await isGone(url, longestWaitMs)))
    throw new CommandFailed(
      `The sandbox at ${url} was asked to stop but still runs after ${longestWaitMs / 1000} s.`,
    );
  show(flags, { stopped: true, url }, () => `The sandbox at ${url} has stopped.`);
}

async function askToStop(flags: ControlFlags): Promise<void> {
  try {
    await controlClient(flags, { timeoutMs: healthTimeoutMs }).call('stop');
  } catch (error) {
    // If another command has already requested the stop, the sandbox closes this connection without an
    // answer.
    const cause = error instanceof CommandFailed ? error.cause : undefined;
    const isCut = cause instanceof ExchangeError && cause.kind === 'broken';
    if (!isCut || !(await isGone(flags.url, healthTimeoutMs))) throw error;
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
