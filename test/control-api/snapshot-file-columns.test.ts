import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import { recordKinds } from '../../src/snapshot-file/records.ts';
import * as schema from '../../src/store/schema.ts';
import * as recordSchema from '../../src/store/schema-records.ts';
import { attempted, paid } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { exported, imported } from '../support/snapshot-files.ts';

const written = new Map(
  Object.values(recordKinds).map(({ table, columns }) => [table, Object.keys(columns)]),
);

it('A snapshot file has every column of its tables', () => {
  const tables = Object.values({ ...schema, ...recordSchema }).flatMap((each) =>
    is(each, SQLiteTable) ? [getTableConfig(each)] : [],
  );
  for (const { name, columns } of tables) {
    const inFile = written.get(name);
    if (inFile) expect(inFile.toSorted(), name).toEqual(columns.map((column) => column.name).toSorted());
  }
  expect(tables.filter(({ name }) => written.has(name)).length).toBeGreaterThan(8);
});

it('An accepted forgery is one in a snapshot file too', async () => {
  const first = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(first, merchant.url, { tamper: 'wrong-hash' });
  await attempted(first, 1);
  await first.control('snapshots', { name: 'story' });
  const second = await freshSandbox();
  await imported(second, await exported(first));
  await second.control('snapshots/story/restore', {});
  for (const sandbox of [first, second])
    expect((await sandbox.control('transactions/100001')).json.verdict.kind).toBe('forged');
});
