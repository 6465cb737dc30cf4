import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyBranch } from '../../vitest.config.ts';

const root = join(import.meta.dirname, '../..');

test.each(everyBranch)('%s, whose every branch a test takes, is there', (pattern) => {
  expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});
