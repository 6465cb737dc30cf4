import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { costsOf, fallen } from '../../bench/guard.ts';

const bench = join(import.meta.dirname, '../../bench/main.ts');

describe('What a start and each call cost, as multiples of what a baseline costs in the same run', () => {
  test('stays below one and a half times what bench/guard.json accepts', async () => {
    // Rejects, with what was printed, when something has become slower by a third.
    const { stderr } = await promisify(execFile)(execPath, [bench, '--guard', '--built']);
    const table = stderr.slice(stderr.indexOf('|'));
    console.log(table);
    expect(table.match(/^\| (.*?) +\|/gm)).toHaveLength(7);
  }, 120_000);

  test('a fall of the speed by a third is told, and less is not', () => {
    const accepted = { 'start of sandbox': 2, verify: 4, 'checkout page': 8 };
    expect(fallen(accepted, { 'start of sandbox': 2.9, verify: 6, 'checkout page': 4 })).toEqual([
      'verify costs 6 times its baseline, accepted are 4',
    ]);
  });

  test('what was not measured is told', () => {
    expect(fallen({ verify: 4, 'wallet confirm': 5 }, { verify: 4, 'wallet confirm': Number.NaN })).toEqual([
      'wallet confirm was not measured',
    ]);
    expect(fallen({ verify: 4 }, costsOf([], []))).toEqual(['verify was not measured']);
  });
});
