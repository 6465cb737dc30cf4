import { expect, test } from 'vitest';
import { modulesOf } from '../../src/pages/modules.ts';
import { freshSandbox } from '../support/fresh.ts';

test('A page names each module once that its scripts import', async () => {
  const sandbox = await freshSandbox();
  const { text } = await sandbox.fetch('/_sandbox/inbox');
  const named = [...text.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, href = '']) => href);
  expect(named.map((href) => href.split('/').at(-1)).toSorted()).toEqual(
    ['copy', 'countdown', 'event-types', 'live', 'look', 'now', 'shortcut', 'stream', 'times', 'words'].map(
      (name) => `${name}.js`,
    ),
  );
  for (const href of named) expect((await sandbox.fetch(href)).status).toBe(200);
});

test('A page without scripts names none', () => {
  expect(modulesOf([])).toEqual([]);
});
