import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operations } from '../failures/operations.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { allRoutes, statusOf } from '../support/routes.ts';
import { rightFields, type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { subsets } from '../support/subsets.ts';

// Every statement there is, not only those that something here asks for.
vi.mock('../../src/store/when-asked.ts', () => ({
  whenAsked: (makers: Readonly<Record<string, () => unknown>>) =>
    Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()])),
}));

/** Tables that do not grow with the traffic. */
const small = [
  'accounts',
  'access_tokens',
  'whitelist_entries',
  'faults',
  'snapshots',
  'facts',
  'sqlite_sequence',
];
/** Indexes of what is unfinished alone, or was given up: walking through one is walking through what was asked for. */
const ofFew = [
  'callback_attempts_large',
  'otps_active',
  'checkouts_open',
  'callbacks_pending_of_target',
  'callbacks_exhausted',
  'faults_armed',
];
/** Statements that go through a whole table because somebody asked for just that: a reset, a restore, an empty inbox. */
const wholes =
  /^(DELETE FROM \w+$|DELETE FROM sqlite_sequence|INSERT INTO \w+ .*FROM snapshot_|update "otps" set "cleared")/;
/** Of a table in the order of its key so many rows, and no more. */
const limited = /FROM "?(\w+)"? (WHERE [^)]*)?ORDER BY ("\1"\.)?"?id"?( DESC)? LIMIT/i;

/** Everything that is read, written, listed and dropped, once at least. */
async function live(sandbox: TestSandbox): Promise<void> {
  const { transactions, requests, callbacks, verifications } = sandbox.runtime.store;
  for (const { ready, ask } of operations) {
    await sandbox.control('reset', {});
    await ready(sandbox);
    await ask(sandbox);
  }
  await sandbox.control(
    'settings',
    { sandbox_transaction_limit: { transactions: 9, period: '1d' } },
    'PATCH',
  );
  await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'INV-9' });
  const gets = (await allRoutes()).filter(({ method }) => method === 'GET');
  for (const route of gets) await statusOf(sandbox, route);
  await sandbox.control('callbacks/settled?account=demo&transaction_id=100001', undefined, 'POST');
  await sandbox.control('callbacks/resend', { failed_since: '2026-01-01T00:00:00Z' });
  await sandbox.control('otps', undefined, 'DELETE');
  for (const filter of mixes({
    invoiceNo: 'I',
    status: 'started',
    gateway: 'cardgw',
    mode: 'live',
    accountId: 'a',
  }))
    transactions.list(filter, page);
  for (const filter of mixes({
    code: 'C',
    statusClass: 4,
    gateway: 'cardgw',
    hasLint: 1 as const,
    accountId: 'a',
  }))
    requests.list(filter, page);
  for (const filter of mixes({ transactionId: 1, invoiceNo: 'I', status: 'held', accountId: 'a' }))
    callbacks.list(filter, page);
  for (const filter of mixes({
    mobileNumber: '1',
    gateway: 'walletA',
    status: 'active',
    processId: '1',
    code: '1',
    accountId: 'a',
  }))
    verifications.otps(filter, page);
}

const page = { before: 1000, limit: 50 };

/** An object with every mix of its members. */
function mixes<Whole extends object>(whole: Whole): Partial<Whole>[] {
  // Members of the whole are a part of it.
  return subsets(Object.keys(whole)).map((names) => {
    const members = Object.entries(whole).filter(([name]) => names.includes(name));
    return Object.fromEntries(members) as Partial<Whole>;
  });
}

describe('SQLite finds what the product asks for by an index, and sorts nothing that grows', () => {
  let sandbox: TestSandbox;
  /** The plan of each statement that was prepared. SQLite has no statistics to plan by, however full the tables are. */
  let plans: readonly { readonly sql: string; readonly plan: readonly string[] }[];

  beforeAll(async () => {
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
    sandbox = await testSandbox();
    await live(sandbox);
    await sandbox.control('snapshots', { name: 'kept' });
    await sandbox.control('snapshots/kept/restore', {});
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
    expect(plans.map(({ sql }) => sql).filter((sql) => /\blimit \?(?! \+)/i.test(sql))).toEqual([]);
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

/** A statement with a plan, of tables that are still there. */
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
  const table = scannedBy(step);
  if (table === '' || small.includes(table) || /^SCAN (CONSTANT|\(|each|note|newest|logged)/.test(step))
    return false;
  if (ofFew.includes(/INDEX (\w+)/.exec(step)?.[1] ?? '')) return false;
  return !wholes.test(sql) && !limited.test(sql);
}
