import { describe, test } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { pages } from './pages.ts';
import { runPage } from './run-page.ts';
import { isForShell } from './ways.ts';

// README.md, the reference and the guides that compile have separate test files, so that they run in parallel.
const inShell = pages.filter(
  (page) =>
    page !== 'README.md' &&
    !/^docs\/reference\/|\/(?:go|java|django)\.md$/.test(page) &&
    blocksOf(page).some(isForShell),
);

describe('The commands of', () => {
  test.each(inShell)(
    '%s run in one shell, from the top to the bottom, and print what it shows',
    async (page) => {
      await runPage(page);
    },
    180_000,
  );
});
