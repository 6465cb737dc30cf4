import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { cliSandbox, signalled } from '../support/cli.ts';
import { dataFile, testFolder } from '../support/data-file.ts';
import { demoAccount } from '../support/sandbox.ts';

const fixturesOf = (...accounts: readonly object[]) => {
  const file = join(testFolder(), 'fixtures.json');
  writeFileSync(file, JSON.stringify({ accounts }));
  return file;
};

it('A start names the accounts of the fixtures that a data file keeps out, until a reset', async () => {
  const data = dataFile();
  await signalled(await cliSandbox(['--data', data]), 'SIGTERM');
  const changed = { ...demoAccount, name: 'Another Shop' };
  const fixtures = fixturesOf(changed, { id: 'second', name: 'Second' }, { name: 'Without an ID' });
  const sandbox = await cliSandbox(['--data', data, '--fixtures', fixtures]);
  expect(sandbox.stderr()).toBe(
    'Accounts in the data file override the fixtures: "demo" keeps its stored values; "second" is not added. `gateway-sandbox reset` deletes all data and starts with those of the fixtures.\n',
  );
  const names = async () =>
    (await sandbox.control('accounts')).data.map((each: { name: string }) => each.name);
  expect(await names()).toEqual(['Demo Shop']);
  await sandbox.control('reset', {});
  expect(await names()).toEqual(expect.arrayContaining(['Another Shop', 'Second', 'Without an ID']));
  expect((await signalled(sandbox, 'SIGTERM')).stderr.split('\n')).toHaveLength(2);
  const next = await cliSandbox(['--data', data, '--fixtures', fixtures]);
  expect((await signalled(next, 'SIGTERM')).stderr).toBe('');
});

it('A start says nothing about accounts where the data file has those of the fixtures', async () => {
  const data = dataFile();
  await signalled(await cliSandbox(['--data', data]), 'SIGTERM');
  const sandbox = await cliSandbox(['--data', data, '--fixtures', fixturesOf(demoAccount)]);
  expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe('');
});

it('A port that is undefined is a free one', async () => {
  const sandboxes = [];
  for (let time = 0; time < 2; time += 1) sandboxes.push(await startSandbox({ port: undefined as never }));
  for (const sandbox of sandboxes) {
    expect(new URL(sandbox.url).port).not.toBe('4700');
    await sandbox.stop();
  }
});
