import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { askedForEverything, everyOperation } from './everything.ts';

/** Tables that do not grow with the traffic. */
const small = [
  'accounts',
  'access_tokens',
  'whitelist_entries',
  'faults',
  'snapshots',
  'facts',
  'sqlite_sequence',
  'sqlite_master',
];
/** Indexes of unfinished or failed items only. Scanning one reads just what was requested. */
const ofFew = [
  'callback_attempts_large',
  'callback_attempts_under_way',
  'otps_active',
  'checkouts_open',
  'callbacks_pending_of_target',
  'callbacks_exhausted',
  'faults_armed',
];
/**
 * Statements that read a whole table on purpose, for a reset, a restore or an empty inbox. The first one,
 * which weighs a table, reads a limited number of rows.
 */
const wholes =
  /^(SELECT count\(\*\) \+ coalesce|DELETE FROM \w+$|DELETE FROM sqlite_sequence|INSERT INTO \w+ .*FROM snapshot_|update "otps" set "cleared")/;
/** Reads a limited number of rows in the order of the key. */
const limited = /FROM "?(\w+)"? (WHERE [^)]*)?ORDER BY ("\1"\.)?"?id"?( DESC)? LIMIT/i;

describe('SQLite finds what the product asks for by an index, and sorts nothing that grows', () => {
  let sandbox: TestSandbox;
  /** The plan of each prepared statement. SQLite has no statistics, so the amount of data does not matter. */
  let plans: readonly { readonly sql: string; readonly plan: readonly string[] }[];

  beforeAll(async () => {
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
    await everyOperation();
    sandbox = await testSandbox();
    await askedForEverything(sandbox);
    await sandbox.control('snapshots', { name: 'kept' });
    await sandbox.control('snapshots/kept/restore', {});
    // Not left to its timer, which a fast run does not reach.
    await sandbox.runtime.retention.tidy();
    const texts = new Set(prepare.mock.calls.map(([sql]) => sql.trim().replace(/\s+/g, ' ')));
    prepare.mockRestore();
    const connection = sandboxConnection(sandbox);
    const tables = new Set(connection.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all());
    plans = [...texts]
      .filter((sql) => isExplained(sql, tables))
      .map((sql) => ({ sql, plan: planOf(connection, sql) }));
  });
  afterAll(() => sandbox.stop());

  it('is planned once: no LIMIT is a bound value alone, for which SQLite would plan at each run', () => {
    expect(plans.map(({ sql }) => sql).filter((sql) => /\blimit \(?\?(?! \+)/i.test(sql))).toEqual([]);
  });

  it('looks at every kind of statement', () => {
    expect(plans.length).toBeGreaterThan(250);
  });

  it('sees a table that is read through, and one that is sorted', () => {
    const connection = sandboxConnection(sandbox);
    const read = 'SELECT id FROM transactions WHERE amount = ?';
    expect(planOf(connection, read).filter((step) => isScan(step, read))).toEqual(['SCAN transactions']);
    expect(planOf(connection, 'SELECT id FROM events ORDER BY at')).toContain('USE TEMP B-TREE FOR ORDER BY');
  });

  it('reads through no table that grows', () => {
    const scans = plans.flatMap(({ sql, plan }) =>
      plan.filter((step) => isScan(step, sql)).map((step) => `${step}: ${sql}`),
    );
    expect(scans).toEqual([]);
  });

  it('sorts no rows of a table that grows, but for counts of the newest', () => {
    const sorts = plans.filter(
      ({ sql, plan }) =>
        plan.some((step) => step.includes('TEMP B-TREE')) &&
        !plan.every((step) => !step.startsWith('SCAN') || small.includes(scannedBy(step))) &&
        !limited.test(sql),
    );
    expect(sorts).toEqual([]);
  });

  it('uses every index that there is', () => {
    const used = new Set(plans.flatMap(({ plan }) => plan.map((step) => /INDEX (\w+)/.exec(step)?.[1])));
    const all = sandboxConnection(sandbox)
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
      .pluck()
      .all();
    expect(all.filter((name) => !used.has(name))).toEqual([]);
  });
});

/** A statement with a plan, for tables that still exist. */
function isExplained(sql: string, tables: ReadonlySet<string>): boolean {
  const copies = sql.match(/snapshot_\w+/g) ?? [];
  return /^(select|insert|update|delete)/i.test(sql) && copies.every((name) => tables.has(name));
}

function planOf(connection: Sqlite.Database, sql: string): string[] {
  const parameters = Array(sql.split('?').length - 1).fill(null);
  const steps = connection
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters);
  return steps.map(({ detail }) => detail);
}

function scannedBy(step: string): string {
  return /^SCAN (\S+)/.exec(step)?.[1] ?? '';
}

function isScan(step: string, sql: string): boolean {
  const table = scannedBy(step).replace(/^snapshot_\d+_/, '');
  if (
    table === '' ||
    small.includes(table) ||
    /^SCAN (CONSTANT|\(|each|json_each|newest|above|below)/.test(step)
  )
    return false;
  if (ofFew.includes(/INDEX (\w+)/.exec(step)?.[1] ?? '')) return false;
  return !wholes.test(sql) && !limited.test(sql);
}
