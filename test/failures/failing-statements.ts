import Sqlite from 'better-sqlite3';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { watchStatements } from '../support/statements.ts';

export interface Failing {
  /** Whether a statement has failed. */
  readonly reached: () => boolean;
  readonly end: () => void;
}

/**
 * Makes the nth database statement from now on fail, like on a broken disk: once, or together with all later
 * ones.
 */
export function failAt(sandbox: TestSandbox, nth: number, lasting: boolean): Failing {
  const connection = sandboxConnection(sandbox);
  let count = 0;
  const end = watchStatements((of) => {
    if (of !== connection) return;
    count += 1;
    if (count === nth || (lasting && count > nth))
      throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR');
  });
  return { reached: () => count >= nth, end };
}

const stateTables = [
  'access_tokens',
  'transactions',
  'checkouts',
  'verifications',
  'otps',
  'callbacks',
  'callback_attempts',
  'faults',
  'snapshots',
  'facts',
];

/** Everything stored except the request log, as one text, plus the sandbox's state in memory. */
export function stateOf(sandbox: TestSandbox): string {
  const sqlite = sandboxConnection(sandbox);
  const { clock, settings } = sandbox.runtime;
  const rows = stateTables.map((table) => [table, sqlite.prepare(`SELECT * FROM ${table}`).all()]);
  // A reset returns to the machine's clock, and has its time.
  const events = sqlite.prepare(`SELECT *, iif(type = 'reset', 0, at) AS at FROM events`).all();
  // The fixtures are created before the clock is frozen.
  const accounts = sqlite.prepare('SELECT id, api_key, secret_key, gateways FROM accounts').all();
  const copies = sqlite
    .prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'snapshot~_%' ESCAPE '~'`)
    .all();
  return JSON.stringify(
    { accounts, rows, events, copies, frozenAt: clock.state.frozenAt, settings: settings.current },
    null,
    1,
  );
}
