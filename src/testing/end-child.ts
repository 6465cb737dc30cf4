import type { ChildProcess } from 'node:child_process';
import { signalGroup } from '../host/process-group.ts';
import { clearTimeout, setTimeout } from '../host/timers.ts';

const patienceMs = 5000;

/**
 * Lets this process exit while the child runs. Returns a function that ends the child and everything that it
 * started, which also happens when this process exits.
 */
export function endChild(child: ChildProcess): () => Promise<void> {
  const kill = () => signalGroup(child, 'SIGKILL');
  process.once('exit', kill);
  child.unref();
  // A pipe is a socket, which can be unreferenced, but its type does not say so.
  for (const stream of [child.stdout, child.stderr]) (stream as { unref?: () => void } | null)?.unref?.();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  return async () => {
    process.removeListener('exit', kill);
    // Keep this process alive until the child has ended.
    child.ref();
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(kill, patienceMs);
    await ended;
    clearTimeout(timer);
    // End what the child left behind in its process group.
    kill();
  };
}
