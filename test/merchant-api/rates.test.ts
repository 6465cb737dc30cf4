import { expect, it } from 'vitest';
import { RateLimiter } from '../../src/runtime/rates.ts';

const twoASecond = { requests: 2, periodMs: 1000 };

it('A request that is run again, for another one of its turn threw, is counted once', () => {
  const rates = new RateLimiter();
  const [first, second, third] = [{}, {}, {}];
  expect(rates.take('a', twoASecond, 5000, first)).toBeUndefined();
  expect(rates.take('a', twoASecond, 5000, first)).toBeUndefined();
  expect(rates.take('a', twoASecond, 5400, second)).toBeUndefined();
  expect(rates.take('a', twoASecond, 5400, third)).toBe(600);
  expect(rates.take('a', twoASecond, 5400, third)).toBe(600);
  expect(rates.take('b', twoASecond, 5400, third)).toBeUndefined();
});
