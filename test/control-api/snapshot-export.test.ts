import { describe, expect, it } from 'vitest';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { swept } from '../store/large-state.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { exported, withoutTime } from '../support/snapshot-files.ts';

const path = '/_sandbox/api/snapshots/story/export';

/** A sandbox with a snapshot whose file is longer than what is read ahead of a client. */
async function withLongSnapshot(options: TestOptions): Promise<TestSandbox> {
  const sandbox = await freshSandbox(options);
  const padding = 'x'.repeat(10_000);
  for (let count = 0; count < 40; count += 1)
    await sandbox.call('walletB/verify', { ...rightFields['walletB/verify'], padding });
  await sandbox.control('snapshots', { name: 'story' });
  return sandbox;
}

const removed = (sandbox: TestSandbox) => sandbox.control('snapshots/story', undefined, 'DELETE');

/** The tables of removed snapshots, once everything that can be deleted is. */
async function leftTables(sandbox: TestSandbox): Promise<unknown[]> {
  await swept(sandbox);
  const names = sandboxConnection(sandbox).prepare(
    `SELECT name FROM sqlite_schema WHERE name GLOB 'snapshot_*' AND NOT EXISTS
      (SELECT 1 FROM snapshots WHERE sqlite_schema.name GLOB 'snapshot_' || id || '_*')`,
  );
  return names.pluck().all();
}

describe.each([
  ['small', {}],
  ['large', { slices: { weightAtOnce: 0, rows: 2, ms: 0 } }],
])('An export of a snapshot, %s', (_, options) => {
  it.each([
    ['replaced', (sandbox: TestSandbox) => sandbox.control('snapshots', { name: 'story' })],
    ['removed', removed],
  ])('that is %s meanwhile is complete, and then its rows are deleted', async (_how, change) => {
    const sandbox = await withLongSnapshot(options);
    const before = withoutTime(await exported(sandbox));
    const exports = [await sandbox.app.request(path), await sandbox.app.request(path)];
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await change(sandbox);
    for (const response of exports) {
      expect(await leftTables(sandbox)).not.toEqual([]);
      expect(withoutTime(await response.text())).toBe(before);
    }
    expect(await leftTables(sandbox)).toEqual([]);
  });

  it.each([
    ['only asks for its headers', { method: 'HEAD' }],
    ['leaves before its end', {}],
  ])('keeps no rows for a client that %s', async (_who, init) => {
    const sandbox = await withLongSnapshot(options);
    const response = await sandbox.app.request(path, init);
    expect(response.status).toBe(200);
    await removed(sandbox);
    await response.body?.cancel();
    expect(await leftTables(sandbox)).toEqual([]);
  });
});
