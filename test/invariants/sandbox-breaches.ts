import type Sqlite from 'better-sqlite3';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { connectionBehind } from '../support/statements.ts';
import { breaches } from './breaches.ts';

/** What a running sandbox shows and must never show, in words. */
export function sandboxBreaches(sandbox: Pick<Sandbox, 'runtime'>): string[] {
  return breaches(sandboxConnection(sandbox));
}

/** The database of a running sandbox. Between two turns of the event loop nothing is half written. */
export function sandboxConnection({ runtime }: Pick<Sandbox, 'runtime'>): Sqlite.Database {
  return connectionBehind(() => runtime.store.facts.get('clock'));
}
