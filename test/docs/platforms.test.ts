import { describe, test } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';
import { runPage } from './run-page.ts';
import { isForShell } from './ways.ts';

// Without the platform, none of its blocks run. not-run-here.ts gives the reason.
const guides = ['go', 'java', 'django'].map((name) => `docs/guides/${name}.md`);

describe.each(guides)('The commands of %s', (page) => {
  test.runIf(blocksOf(page).some(isForShell))(
    'run in one shell, from the top to the bottom, and print what it shows',
    async () => {
      await runPage(page);
    },
  );
});
