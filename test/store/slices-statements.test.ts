import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { shop, slicedSandbox, swept } from './large-state.ts';

it('A large state is saved, restored and removed with one statement for each table, not for each slice', async () => {
  const sandbox = await slicedSandbox();
  for (const name of ['A', 'B', 'C', 'D']) await shop(sandbox, name);
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await sandbox.control('snapshots', { name: 'large' });
  await sandbox.control('snapshots/large/restore', {});
  await sandbox.control('snapshots/large', undefined, 'DELETE');
  await swept(sandbox);
  const copies = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^(INSERT INTO|DELETE FROM) (snapshot|staged)_/.test(sql));
  expect(copies.length).toBeGreaterThan(0);
  expect(copies.length).toBe(new Set(copies).size);
});
