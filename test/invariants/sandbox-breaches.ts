import type Sqlite from 'better-sqlite3';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { connectionBehind } from '../support/statements.ts';
import { breaches } from './breaches.ts';

/** What a running sandbox shows but must never show, in words. */
export function sandboxBreaches(sandbox: Pick<Sandbox, 'runtime'>): string[] {
  return breaches(sandboxConnection(sandbox));
}

/** A running sandbox's database. Between two turns of the event loop, nothing is partially written. */
export function sandboxConnection({ runtime }: Pick<Sandbox, 'runtime'>): Sqlite.Database {
  return connectionBehind(() => runtime.store.facts.get('clock'));
}
