import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withCurrentName } from '../../src/cli/commands/old-names.ts';
import { commandLine } from '../../src/cli/program.ts';
import { controlOperations } from '../../src/control-api/operations.ts';

const folder = join(import.meta.dirname, '../../src/cli');

it('Every operation of the control API is called by a command', () => {
  const sources = globSync('**/*.ts', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const called = new Set(sources.flatMap((source) => [...source.matchAll(/'(\w+)'/g)].map(([, id]) => id)));
  expect(controlOperations.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
});

it('Every noun of the control API has a command of its name that shows one by its ID', () => {
  for (const noun of ['transactions', 'callbacks', 'checkouts', 'requests', 'faults', 'accounts']) {
    const command = commandLine().commands.find((each) => each.name() === noun);
    expect(command?.registeredArguments.map((each) => each.name())).toEqual(['id']);
    expect(command?.options.map(({ long }) => long)).toEqual(expect.arrayContaining(['--limit', '--all']));
  }
});

it('Old names still work, and no help shows them', () => {
  expect(withCurrentName(['transaction', '7'])).toEqual(['transactions', '7']);
  expect(withCurrentName(['fault', 'add', '--hang'])).toEqual(['faults', 'add', '--hang']);
  expect(withCurrentName(['help', 'account'])).toEqual(['help', 'accounts']);
  expect(withCurrentName(['otp', 'fault'])).toEqual(['otp', 'fault']);
  expect(commandLine().helpInformation()).not.toMatch(/^ {2}(transaction|fault|account) /m);
});
