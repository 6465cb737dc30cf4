import { expect, test } from 'vitest';
import type { Gateway } from '../../src/gateways/gateway.ts';
import { gateways } from '../../src/gateways/index.ts';
import { errorCodes } from '../../src/settings/kinds.ts';
import { blocksOf } from '../support/doc-blocks.ts';
import { pages } from './pages.ts';
import { runPage } from './run-page.ts';
import { isForShell } from './ways.ts';

test('docs/reference/commands.md: every example runs', async () => {
  const printed = await runPage('docs/reference/commands.md');
  expect(printed.map(({ block }) => block.heading)).toContain('doctor');
});

test('docs/reference/errors.md: the commands under each code meet it', async () => {
  const printed = await runPage('docs/reference/errors.md');
  const met = printed.map(({ block, text }) => [block.heading, /"code":"([A-Z_]+)"/.exec(text)?.[1]]);
  expect(met.slice(1)).toEqual(errorCodes.map((code) => [code, code]));
});

test('docs/reference/merchant-api.md: the call of every endpoint and the program of every language pay', async () => {
  const printed = await runPage('docs/reference/merchant-api.md');
  expect(printed.map(({ block }) => block.heading)).toEqual([
    ...Object.values<Gateway>(gateways).flatMap(({ token, flow }) => [
      ...(flow === 'otp' ? [`${token} verify`] : []),
      `${token} confirm`,
    ]),
    'In Node.js',
    'In PHP',
    'In Python',
  ]);
});

test('there is no other page of the reference with commands', () => {
  const withCommands = pages.filter(
    (page) => page.startsWith('docs/reference/') && blocksOf(page).some(isForShell),
  );
  expect(withCommands).toEqual([
    'docs/reference/commands.md',
    'docs/reference/errors.md',
    'docs/reference/merchant-api.md',
  ]);
});
