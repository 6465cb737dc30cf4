import { expect, it } from 'vitest';
import { everyRow } from '../../src/client/every-row.ts';
import { started } from '../support/started.ts';

const sum = 205;

it('faults.list() gives all faults, of all accounts or of one', async () => {
  const sandbox = await started();
  const tenant = await sandbox.accounts.create();
  for (let each = 0; each < sum; each += 1) await tenant.faults.add({ effect: { delay: 0 } });
  await sandbox.faults.add({ effect: { delay: 0 } });
  const all = await sandbox.faults.list();
  expect(all).toHaveLength(sum + 1);
  expect(new Set(all.map(({ id }) => id)).size).toBe(sum + 1);
  expect(await tenant.faults.list()).toHaveLength(sum);
});

it('accounts.list() gives all accounts', async () => {
  const sandbox = await started();
  const before = (await sandbox.accounts.list()).length;
  for (let each = 0; each < sum; each += 1) await sandbox.accounts.create();
  expect(await sandbox.accounts.list()).toHaveLength(before + sum);
});

it('snapshots.list() gives all snapshots', async () => {
  const sandbox = await started();
  for (let each = 0; each < 55; each += 1) await sandbox.snapshots.save(`s${each}`);
  const names = (await sandbox.snapshots.list()).map(({ name }) => name);
  expect(names).toHaveLength(55);
  expect(names).toContain('s0');
});

it('a row that moves to the next page while the pages are read is given once', async () => {
  const rows = await everyRow<string>(
    async ({ cursor }) =>
      cursor === undefined ? { data: ['a', 'b'], next: '2' } : { data: ['b', 'c'], next: null },
    (row) => row,
  );
  expect(rows).toEqual(['a', 'b', 'c']);
});

it.each(['empty', 'repeated'])('a server whose pages are %s without an end is no sandbox', async (kind) => {
  const data = kind === 'empty' ? [] : ['a'];
  await expect(
    everyRow<string>(
      async () => ({ data, next: '7' }),
      (row) => row,
    ),
  ).rejects.toMatchObject({ code: 'NOT_A_SANDBOX' });
});
