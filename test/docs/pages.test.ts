import { describe, expect, test } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { pages } from './pages.ts';
import { runPage } from './run-page.ts';
import { isForShell, placeOf, wayOf } from './ways.ts';

// The reference and the guides that compile have separate test files, so that they run in parallel.
const inShell = pages.filter(
  (page) => !/^docs\/reference\/|\/(?:go|java|django)\.md$/.test(page) && blocksOf(page).some(isForShell),
);

test('every block of code of every page is a file with a name, or a command, or has a reason in not-run-here.ts', () => {
  const forgotten = pages.flatMap(blocksOf).filter((block) => wayOf(block) === undefined);
  expect(forgotten.map((block) => `${placeOf(block)} ${block.language}`)).toEqual([]);
});

describe('The commands of', () => {
  test.each(inShell)(
    '%s run in one shell, from the top to the bottom, and print what it shows',
    async (page) => {
      await runPage(page);
    },
    180_000,
  );
});
