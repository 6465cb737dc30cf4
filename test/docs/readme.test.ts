import { expect, test } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { pages } from './pages.ts';
import { runPage } from './run-page.ts';
import { placeOf, wayOf } from './ways.ts';

// The guides, which take longer, are in `pages.test.ts`, for CI.
test('every block of code of every page is a file with a name, or a command, or has a reason in not-run-here.ts', () => {
  const forgotten = pages.flatMap(blocksOf).filter((block) => wayOf(block) === undefined);
  expect(forgotten.map((block) => `${placeOf(block)} ${block.language}`)).toEqual([]);
});

test('The commands of README.md run in one shell, from the top to the bottom, and print what it shows', async () => {
  await runPage('README.md');
});
