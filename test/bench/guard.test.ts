import { describe, expect, test } from 'vitest';
import { costsOf, fallen } from '../../bench/guard.ts';

describe('What a start and each call cost, as multiples of what a baseline costs in the same run', () => {
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
