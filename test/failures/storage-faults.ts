import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** Makes the file read-only. Returns a function that makes it writable again. */
export function protect(sandbox: TestSandbox): () => void {
  const connection = sandboxConnection(sandbox);
  connection.pragma('query_only = ON');
  return () => {
    connection.pragma('query_only = OFF');
  };
}

/** Everything that the sandbox reports about its storage from now on. */
export function toldBy({ runtime }: TestSandbox): (string | undefined)[] {
  const told: (string | undefined)[] = [];
  runtime.store.health.onChange((failure) => told.push(failure));
  return told;
}
