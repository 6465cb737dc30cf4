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

/** How long a package manager takes to forward a signal that went to the group. People are slower. */
const sameTimeMs = 50;

/** How long before the end of our starter a signal may have come that ended it. */
const starterEndsMs = 1000;

const never = Number.NEGATIVE_INFINITY;

/**
 * Forwards our signals to the command of `exec`, unless they went to the whole process group (Ctrl-C, a terminal's
 * new size, or a CI runner that ends a job) and the command is in it: it already has those, and many programs take
 * a second one as "exit immediately". Before the command starts, a signal ends us. After it has ended, signals are
 * ignored, because the cleanup takes seconds at most and must not change the exit code.
 */
export class SignalRelay {
  readonly #guardian: Guardian | undefined;
  #command: ChildProcess | undefined;
  /** When each signal came last, and when each was last forwarded from the group. */
  readonly #cameAt = new Map<NodeJS.Signals, number>();
  readonly #forwardedAt = new Map<NodeJS.Signals, number>();

  constructor(guardian: Guardian | undefined) {
    this.#guardian = guardian;
    const onSignal = (signal: NodeJS.Signals) => this.#on(signal);
    for (const signal of relayed) process.on(signal, onSignal);
    // On Windows, Node would end the command instead of sending it this signal.
    if (process.platform !== 'win32') process.on('SIGWINCH', onSignal);
  }

  to(command: ChildProcess): void {
    this.#command = command;
  }

  /**
   * Sends SIGTERM to the command, because our starter has ended. If a signal ended the starter, the command has
   * got that too: it gets no second SIGTERM, and time for its cleanup after another one, which it may survive.
   */
  starterEnded(): void {
    const since = performance.now() - starterEndsMs;
    const cameSince = (signal: NodeJS.Signals) => (this.#cameAt.get(signal) ?? never) >= since;
    const terminate = () => this.#command?.kill();
    // The signal may arrive here last.
    setTimeout(() => {
      if (cameSince('SIGTERM')) return;
      if ((['SIGINT', 'SIGHUP', 'SIGQUIT'] as const).some(cameSince))
        setTimeout(terminate, endPatienceMs).unref();
      else terminate();
    }, sameSignalMs).unref();
  }

  #on(signal: NodeJS.Signals): void {
    const at = performance.now();
    this.#cameAt.set(signal, at);
    const command = this.#command;
    const guardian = this.#guardian;
    if (command === undefined) {
      if (signal !== 'SIGWINCH') process.exit(signalExitCode(signal));
    } else if (guardian === undefined) {
      // Without a guardian, assumes that what a terminal sends went to the whole group.
      if (!/^SIG(?:INT|WINCH)$/.test(signal) || !process.stdin.isTTY) command.kill(signal);
    } else {
      setTimeout(() => {
        const wentToGroup = Math.abs(guardian.gotAt(signal) - at) <= sameSignalMs;
        if (!wentToGroup) command.kill(signal);
        else if (isApart(command)) this.#forwardOnce(command, signal, at);
      }, sameSignalMs);
    }
  }

  /** A signal to the group comes twice, and at once, if a package manager forwards it too. */
  #forwardOnce(command: ChildProcess, signal: NodeJS.Signals, at: number): void {
    if (at - (this.#forwardedAt.get(signal) ?? never) <= sameTimeMs) return;
    this.#forwardedAt.set(signal, at);
    command.kill(signal);
  }
}

/** Whether it has left our process group, like `timeout`. */
function isApart({ pid }: ChildProcess): boolean {
  const found = pid === undefined ? undefined : processOf(pid);
  return found !== undefined && found.group !== processOf(process.pid)?.group;
}
