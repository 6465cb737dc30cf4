import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import type { Running } from '../sandbox/run.ts';
import { twoStepEnd } from './two-step-end.ts';

type Stoppable = Pick<Running, 'stop' | 'stopAsked'>;

/** Stops cleanly and exits: on a signal, a request of the control API, or the end of the `npx` in front. */
export function stopWhenAsked(running: Stoppable, { silent }: { readonly silent: boolean }): void {
  const { onSignal, withStarter } = twoStepEnd({
    cleanly: (_, starterEnded) => {
      const how = starterEnded ? `, because ${starterEnded}.` : '. Press Ctrl-C again to stop at once.';
      if (!silent) tell(`\nStopping${how}`);
      void stopAndExit(running);
    },
    atOnce: () => process.exit(1),
  });
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const isKept = isUnderNohup();
  process.on('SIGHUP', isKept ? () => undefined : onSignal);
  if (!isKept) withStarter();
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
 * Node resets every signal to its default action at startup, so it cannot see that `nohup` ignored SIGHUP,
 * which would end the process. These signs remain visible: the `_` variable that most shells set, but not dash,
 * the script of a package manager, the write-only stdin that GNU nohup opens on a terminal, and a parent that
 * ignores SIGHUP, such as a shell under nohup or after `trap '' HUP`.
 */
function isUnderNohup(): boolean {
  const { _: program = '', npm_lifecycle_script: script = '' } = process.env;
  if (basename(program) === 'nohup' || /\bnohup\s+(?:\S+\s+)?\S*gateway-sandbox\b/.test(script)) return true;
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
