import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const bench = join(import.meta.dirname, '../../bench/main.ts');

test('What a start and each call cost, as multiples of a baseline, stays below one and a half times what bench/guard.json accepts', async () => {
  // Rejects with the output if something has become slower by a third.
  const { stderr } = await promisify(execFile)(execPath, [bench, '--guard', '--built']);
  const table = stderr.slice(stderr.indexOf('|'));
  console.log(table);
  expect(table.match(/^\| (.*?) +\|/gm)).toHaveLength(7);
}, 600_000);
