import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { endPatienceMs, ownGroup } from './process-group.ts';

/** A process that detects what Node cannot: signals to our process group, and our sudden end. */
export interface Guardian {
  /** When the guardian got this signal, in ms of `performance.now()`. If it did, the whole group got it. */
  readonly gotAt: (signal: NodeJS.Signals) => number;
  /**
   * Terminates the process with this ID if we are killed. With the negative ID of a process group, also kills
   * what has not ended in time.
   */
  readonly endsWithUs: (pid: number | undefined) => void;
  /** Sends no SIGTERM to it any more: we have done that ourselves. */
  readonly onlyKills: () => void;
  /** Removes this folder of `--intercept` if we are killed. */
  readonly removedWithUs: (folder: string) => void;
  /** Ends the guardian. Settles when it has exited. */
  readonly dismiss: () => Promise<void>;
}

/**
 * The shell prints each signal it receives. Its subshell ignores signals, reads what to clean up, and acts
 * when our end closes its input. The pattern keeps a path that was cut at a line break from removing anything
 * else. Signals are ignored before the fork, so the subshell is always protected.
 */
const script = `
trap '' HUP INT QUIT TERM USR1 USR2
(
  while read -r what value; do
    case $what in
      pid) pid=$value ;;
      folder) case $value in /*/gateway-sandbox-intercept-*) folder=$value ;; esac ;;
      kill) terminated=1 ;;
      over) exit 0 ;;
    esac
  done
  [ -z "$pid" ] || [ -n "$terminated" ] || kill -TERM "$pid"
  [ -z "$folder" ] || rm -rf -- "$folder"
  case $pid in -*)
    seconds=0
    while kill -0 "$pid"; do
      [ $seconds -lt ${endPatienceMs / 1000} ] || { kill -KILL "$pid"; break; }
      sleep 1
      seconds=$((seconds + 1))
    done
  esac
) <&3 >/dev/null &
for signal in HUP INT QUIT TERM USR1 USR2 WINCH; do trap "echo SIG$signal" $signal; done
until wait $!; do kill -0 $! 2>/dev/null || exit; done
`;

interface GuardianOptions {
  /** Lets this process end while the guardian runs. */
  readonly unref?: boolean;
  /** Starts it in a process group of its own: it gets no signals, and so outlives a SIGKILL to ours. */
  readonly isApart?: boolean;
}

/** Undefined without a POSIX shell, such as on Windows. */
export function startGuardian({
  unref = false,
  isApart = false,
}: GuardianOptions = {}): Guardian | undefined {
  if (process.platform === 'win32') return undefined;
  const { PATH } = process.env;
  const shell = spawn('/bin/sh', ['-c', script], {
    env: { PATH },
    cwd: '/',
    // Not stdin: Node closes it when the shell ends, and the subshell would take that for our end and kill
    // the command.
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    ...(isApart && ownGroup),
  });
  shell.on('error', () => undefined);
  if (shell.pid === undefined) return undefined;
  const got = new Map<string, number>();
  const note = (signal: string) => got.set(signal, performance.now());
  const ended = once(shell, 'exit').then(([, signal]) => {
    // The signal arrived before the shell had set its traps.
    if (signal !== null) note(signal);
  });
  shell.stdout?.on('data', (text: Buffer) => text.toString().trim().split('\n').forEach(note));
  // The fourth `stdio` entry is a duplex pipe.
  const orders = shell.stdio[3] as Writable;
  orders.on('error', () => undefined);
  if (unref) {
    shell.unref();
    // A pipe is a socket, which can be unreferenced, but its type does not say so.
    for (const pipe of [shell.stdout, orders]) (pipe as { unref?: () => void } | null)?.unref?.();
  }
  const tell = (line: string) => orders.write(`${line}\n`);
  return {
    gotAt: (signal) => got.get(signal) ?? Number.NEGATIVE_INFINITY,
    endsWithUs: (pid) => void (pid !== undefined && tell(`pid ${pid}`)),
    onlyKills: () => void tell('kill'),
    removedWithUs: (folder) => void tell(`folder ${resolve(folder)}`),
    dismiss: async () => {
      shell.ref();
      orders.end('over\n');
      await ended;
      orders.destroy();
    },
  };
}
