import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { compactFile } from '../../src/store/compact.ts';
import { fileHeader } from '../../src/store/file-header.ts';
import { openDatabase } from '../../src/store/open.ts';
import { startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';

import type { TestSandbox } from '../support/sandbox.ts';

const firstSchema = readFileSync(
  new URL('../../src/store/migrations/0001_initial.sql', import.meta.url),
  'utf8',
);
const columnsSince: Readonly<Record<string, readonly string[]>> = {
  checkouts: ['step', 'step_method', 'process_id', 'choices', 'shows_decline'],
  callback_attempts: ['forgery'],
  accounts: ['brand'],
  transactions: ['answer_lost'],
};

/** A data file with the first schema, an open checkout, and a snapshot of it. */
async function olderFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sandbox.db');
  const sandbox = await freshSandbox({ data: file, ids: randomIds(), runningClock: true });
  await startCheckout(sandbox, 'aggregator');
  await sandbox.control('snapshots', { name: 'older' });
  await sandbox.stop();
  const sqlite = new Sqlite(file);
  const known = new Set(indexesOf(firstDatabase()));
  for (const index of indexesOf(sqlite)) if (!known.has(index)) sqlite.exec(`DROP INDEX ${index}`);
  for (const [name, columns] of Object.entries(columnsSince))
    for (const table of [name, `snapshot_1_${name}`])
      for (const column of columns) sqlite.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  sqlite.pragma('user_version = 1');
  expect(columnsOf(sqlite)).toEqual(columnsOf(firstDatabase()));
  sqlite.close();
  return file;
}

function firstDatabase(): Sqlite.Database {
  const sqlite = new Sqlite(':memory:');
  sqlite.exec(firstSchema);
  return sqlite;
}

function indexesOf(sqlite: Sqlite.Database): string[] {
  const names = sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    .pluck();
  // `pluck` returns the only column, a text.
  return names.all() as string[];
}

/** The columns of the tables that have gained some, according to `pragma table_info`. */
function columnsOf(sqlite: Sqlite.Database): unknown {
  return Object.keys(columnsSince).map((table) => sqlite.pragma(`table_info(${table})`));
}

async function newest(sandbox: TestSandbox) {
  return (await sandbox.control('checkouts')).json.data[0];
}

describe('A data file of an earlier version', () => {
  it('is brought up to date: its open checkout is at its first page and can be paid', async () => {
    const sandbox = await freshSandbox({ data: await olderFile(), runningClock: true });
    const { id } = await newest(sandbox);
    const { status, text } = await sandbox.fetch(`/checkout?token=${id}`);
    expect([status, text.includes('data-testid="method-1"')]).toEqual([200, true]);
    const form = { token: id, method: 'method_1' };
    await sandbox.fetch('/checkout/pay', { method: 'POST', body: new URLSearchParams(form) });
    expect((await sandbox.control('otps')).json.data).toHaveLength(1);
  });

  it('and a snapshot in it can be restored, and the restored checkout paid', async () => {
    const sandbox = await freshSandbox({ data: await olderFile(), runningClock: true });
    const { id } = await newest(sandbox);
    await sandbox.control(`checkouts/${id}/cancel`, { order: 'return-only' });
    expect((await sandbox.control('snapshots/older/restore', {})).json).toEqual({ restored: 'older' });
    expect((await newest(sandbox)).status).toBe('started');
    await sandbox.control(`checkouts/${id}/approve`, { order: 'return-only' });
    expect((await newest(sandbox)).status).toBe('completed');
  });

  it('keeps its schema when doctor or compact checks it, so that the older version can still open it', async () => {
    const file = await olderFile();
    openDatabase(file, 'full').close();
    expect(fileHeader(file)).toMatchObject({ userVersion: 1 });
    compactFile(file);
    expect(fileHeader(file)).toMatchObject({ userVersion: 1 });
  });
});
