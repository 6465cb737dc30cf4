import type { ChildProcess } from 'node:child_process';
import type { Guardian } from '../host/guardian.ts';
import { endGroup, signalGroup } from '../host/process-group.ts';

/**
 * Lets this process exit while the child runs. Returns a function that ends the child and everything that it
 * started, which also happens when this process exits, and by the guardian when it is killed.
 */
export function endChild(child: ChildProcess, guardian: Guardian | undefined): () => Promise<void> {
  // One listener for all: Node warns of more than ten.
  if (running.size === 0) process.on('exit', killAll);
  running.add(child);
  child.unref();
  // A pipe is a socket, which can be unreferenced, but its type does not say so.
  for (const stream of [child.stdout, child.stderr]) (stream as { unref?: () => void } | null)?.unref?.();
  return async () => {
    // Keep this process alive until the child has ended.
    child.ref();
    guardian?.onlyKills();
    await endGroup(child);
    await guardian?.dismiss();
    running.delete(child);
    if (running.size === 0) process.removeListener('exit', killAll);
  };
}

const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}
