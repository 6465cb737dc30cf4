import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';

/** A small process in our process group that sees what Node cannot: signals to the whole group, and our own sudden death. */
export interface Guardian {
  /** When it last got the signal too, in ms of `performance.now()`: the signal was for the whole group. */
  readonly gotAt: (signal: NodeJS.Signals) => number;
  /** If we are killed, the process with this id is terminated. */
  readonly endsWithUs: (pid: number | undefined) => void;
  /** If we are killed, this folder of `--intercept` is removed. */
  readonly removedWithUs: (folder: string) => void;
  /** Nothing is left to guard. Settles when the guardian has ended. */
  readonly dismiss: () => Promise<void>;
}

/**
 * The shell prints each signal that it gets. Its subshell ignores them and reads what to do when we die, which ends its input. The pattern
 * keeps a path that was cut at a line break from removing anything else. The signals are ignored before the fork, so that the subshell is never without.
 */
const script = `
trap '' HUP INT QUIT TERM USR2
(
  while read -r what value; do
    case $what in
      pid) pid=$value ;;
      folder) case $value in /*/gateway-sandbox-intercept-*) folder=$value ;; esac ;;
      over) exit 0 ;;
    esac
  done
  [ -z "$pid" ] || kill -TERM "$pid"
  [ -z "$folder" ] || rm -rf -- "$folder"
) <&3 >/dev/null &
for signal in HUP INT QUIT TERM USR2; do trap "echo SIG$signal" $signal; done
until wait $!; do kill -0 $! 2>/dev/null || exit; done
`;

/** Undefined where there is no POSIX shell, as on Windows. */
export function startGuardian(): Guardian | undefined {
  if (process.platform === 'win32') return undefined;
  const { PATH } = process.env;
  const shell = spawn('/bin/sh', ['-c', script], {
    env: { PATH },
    cwd: '/',
    // Not its stdin, which Node closes when the shell ends: its subshell would take that for our death and end the command.
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  shell.on('error', () => undefined);
  if (shell.pid === undefined) return undefined;
  const got = new Map<string, number>();
  const note = (signal: string) => got.set(signal, performance.now());
  const ended = once(shell, 'exit').then(([, signal]) => {
    // A signal that came before its traps were set.
    if (signal !== null) note(signal);
  });
  shell.stdout?.on('data', (text: Buffer) => text.toString().trim().split('\n').forEach(note));
  // The pipe that the fourth `stdio` asks for goes both ways.
  const orders = shell.stdio[3] as Writable;
  orders.on('error', () => undefined);
  const tell = (line: string) => orders.write(`${line}\n`);
  return {
    gotAt: (signal) => got.get(signal) ?? Number.NEGATIVE_INFINITY,
    endsWithUs: (pid) => void (pid !== undefined && tell(`pid ${pid}`)),
    removedWithUs: (folder) => void tell(`folder ${resolve(folder)}`),
    dismiss: async () => {
      orders.end('over\n');
      await ended;
      orders.destroy();
    },
  };
}
