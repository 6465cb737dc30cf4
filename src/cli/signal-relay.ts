import type { ChildProcess } from 'node:child_process';
import type { Guardian } from '../host/guardian.ts';
import { setTimeout } from '../host/timers.ts';
import { signalExitCode } from './command-process.ts';

/** With a listener for SIGUSR1, Node does not open its debugger on that signal. */
const relayed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** If our signal and the guardian's are this close, they are the same one. */
const sameSignalMs = 200;

/**
 * Forwards our signals to the command, unless they went to the whole process group (Ctrl-C, a terminal's new
 * size, or a CI runner that ends a job): the command already has those, and many programs take a second one as "exit immediately".
 * Before the command starts, a signal ends us. After it has ended, signals are ignored, because the cleanup
 * takes seconds at most and must not change the exit code. Returns a function that sets the command.
 */
export function relaySignals(guardian: Guardian | undefined): (command: ChildProcess) => void {
  let command: ChildProcess | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
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
    const at = performance.now();
    setTimeout(() => {
      if (Math.abs(guardian.gotAt(signal) - at) > sameSignalMs) target.kill(signal);
    }, sameSignalMs);
  };
  for (const signal of relayed) process.on(signal, onSignal);
  // On Windows, Node would end the command instead of sending it this signal.
  if (process.platform !== 'win32') process.on('SIGWINCH', onSignal);
  return (started) => {
    command = started;
  };
}
