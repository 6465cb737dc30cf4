import type { ChildProcess } from 'node:child_process';
import { setTimeout } from '../host/timers.ts';
import { signalExitCode } from './command-process.ts';
import type { Guardian } from './guardian.ts';

const relayed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** Within this time of each other, our signal and the guardian's are the same one. */
const sameSignalMs = 200;

/**
 * Passes our signals on to the command, unless they were for the whole process group (Ctrl-C, or a CI runner that ends a job): then the
 * command has got them already, and many programs take a second one as "end at once". Before the command starts, a signal ends us.
 * After it has ended, signals are ignored: what is left takes seconds at most, and must not change the exit code. Returns how to name the command.
 */
export function relaySignals(guardian: Guardian | undefined): (command: ChildProcess) => void {
  let command: ChildProcess | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (command === undefined) process.exit(signalExitCode(signal));
    const target = command;
    if (guardian === undefined) {
      // Ctrl-C on a terminal is the usual signal to a group.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) target.kill(signal);
      return;
    }
    const at = performance.now();
    setTimeout(() => {
      if (Math.abs(guardian.gotAt(signal) - at) > sameSignalMs) target.kill(signal);
    }, sameSignalMs);
  };
  for (const signal of relayed) process.on(signal, onSignal);
  return (started) => {
    command = started;
  };
}
