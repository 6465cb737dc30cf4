import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import type { Running } from '../sandbox/run.ts';
import { whenStarterEnds } from './starter.ts';

/** A second signal so long after the first ends the process at once; a doubled one (terminal and npx) does not. */
const secondSignalMs = 300;

type Stoppable = Pick<Running, 'stop' | 'stopAsked'>;

/** Stops the sandbox in order and ends the process: on a signal, when the control API asks, and when the `npx` that started it has ended. */
export function stopWhenAsked(running: Stoppable, { silent }: { readonly silent: boolean }): void {
  let firstAt: number | undefined;
  const stop = (message: string) => {
    if (firstAt !== undefined) return;
    firstAt = performance.now();
    if (!silent) tell(`\n${message}`);
    void stopAndExit(running);
  };
  const onSignal = () => {
    if (firstAt !== undefined && performance.now() - firstAt > secondSignalMs) process.exit(1);
    stop('Stopping. Press Ctrl-C again to stop at once.');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const isKept = isUnderNohup();
  process.on('SIGHUP', isKept ? () => undefined : onSignal);
  if (!isKept) whenStarterEnds((name) => stop(`Stopping, because the ${name} that started it has ended.`));
  void running.stopAsked.then(() => stopAndExit(running));
}

async function stopAndExit(running: Stoppable): Promise<void> {
  try {
    await running.stop();
    process.exit(0);
  } catch (error) {
    tell(printable(`It did not stop cleanly: ${errorMessage(error)}`));
    process.exit(1);
  }
}

/**
 * Node gives every signal its default action when it starts, so the SIGHUP that `nohup` has set to be ignored would end the process, and
 * cannot be seen. What can be: the `_` that most shells set, the stdin of GNU's nohup on a terminal, which can only be written, and a parent
 * that ignores SIGHUP itself, such as a shell under nohup or after `trap '' HUP`.
 */
function isUnderNohup(): boolean {
  if (basename(process.env._ ?? '') === 'nohup') return true;
  if (process.platform !== 'linux') return false;
  try {
    const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8')) ?? [];
    const isWriteOnly = (Number.parseInt(flags, 8) & 3) === 1;
    if (isWriteOnly && readlinkSync('/proc/self/fd/0') === '/dev/null') return true;
    const [, ignored = '0'] =
      /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? [];
    // SIGHUP is signal 1, the lowest bit.
    return (Number.parseInt(ignored.slice(-1), 16) & 1) === 1;
  } catch {
    return false;
  }
}
