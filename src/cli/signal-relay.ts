import type { ChildProcess } from 'node:child_process';
import type { Guardian } from '../host/guardian.ts';
import { endPatienceMs } from '../host/process-group.ts';
import { setTimeout } from '../host/timers.ts';
import { signalExitCode } from './command-process.ts';
import { processOf } from './processes.ts';

/** With a listener for SIGUSR1, Node does not open its debugger on that signal. */
const relayed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** If our signal and the guardian's are this close, they are the same one. */
const sameSignalMs = 200;

/** How long before the end of our starter a signal may have come that ended it. */
const starterEndsMs = 1000;

/** What reaches the command of `exec`. */
export interface Relay {
  /** Sets the command. */
  readonly to: (command: ChildProcess) => void;
  /**
   * Sends SIGTERM to the command, because our starter has ended. If a signal ended the starter, the command has
   * got that too: it gets no second SIGTERM, and time for its cleanup after another one, which it may survive.
   */
  readonly starterEnded: () => void;
}

/**
 * Forwards our signals to the command, unless they went to the whole process group (Ctrl-C, a terminal's new
 * size, or a CI runner that ends a job) and the command is in it: it already has those, and many programs take a
 * second one as "exit immediately". Before the command starts, a signal ends us. After it has ended, signals are ignored, because the cleanup
 * takes seconds at most and must not change the exit code.
 */
export function relaySignals(guardian: Guardian | undefined): Relay {
  let command: ChildProcess | undefined;
  let lastEnding = { signal: '', at: Number.NEGATIVE_INFINITY };
  const onSignal = (signal: NodeJS.Signals) => {
    const at = performance.now();
    if (/^SIG(?:INT|TERM|HUP|QUIT)$/.test(signal)) lastEnding = { signal, at };
    if (command === undefined) {
      if (signal !== 'SIGWINCH') process.exit(signalExitCode(signal));
      return;
    }
    const target = command;
    if (guardian === undefined) {
      // Without a guardian, assumes that what a terminal sends went to the whole group.
      if (!/^SIG(?:INT|WINCH)$/.test(signal) || !process.stdin.isTTY) target.kill(signal);
      return;
    }
    setTimeout(() => {
      const wentToGroup = Math.abs(guardian.gotAt(signal) - at) <= sameSignalMs;
      if (!wentToGroup || isApart(target)) target.kill(signal);
    }, sameSignalMs);
  };
  for (const signal of relayed) process.on(signal, onSignal);
  // On Windows, Node would end the command instead of sending it this signal.
  if (process.platform !== 'win32') process.on('SIGWINCH', onSignal);
  const starterEnded = () => {
    const since = performance.now() - starterEndsMs;
    // The signal may arrive here last.
    setTimeout(() => {
      const { signal, at } = lastEnding;
      if (at < since) command?.kill();
      else if (signal !== 'SIGTERM') setTimeout(() => command?.kill(), endPatienceMs).unref();
    }, sameSignalMs).unref();
  };
  const to = (started: ChildProcess) => {
    command = started;
  };
  return { to, starterEnded };
}

/** Whether it has left our process group, like `timeout`. */
function isApart({ pid }: ChildProcess): boolean {
  const found = pid === undefined ? undefined : processOf(pid);
  return found !== undefined && found.group !== processOf(process.pid)?.group;
}
