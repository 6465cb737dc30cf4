import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RateLimiter } from '../../src/runtime/rates.ts';

const periodMs = 1000;

it('A limit is exact whatever the clock and the setting do: compared with a list that is filtered each time', () => {
  const step = fc.record({
    byMs: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: -1500, max: 1500 })),
    requests: fc.constantFrom(1, 2, 3, 5, 8),
    periodMs: fc.constantFrom(periodMs, 400),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
      const rates = new RateLimiter();
      let kept: number[] = [];
      let now = 10_000;
      for (const { byMs, ...limit } of steps) {
        now += byMs;
        kept = kept.filter((time) => time > now - limit.periodMs && time <= now);
        const oldest = kept.at(-limit.requests);
        const waitMs = rates.take('demo', limit, now, {});
        expect(waitMs).toBe(oldest === undefined ? undefined : oldest + limit.periodMs - now);
        if (waitMs === undefined) kept.push(now);
      }
    }),
  );
});

it('A window that advances for long keeps no more than what is inside it', () => {
  const rates = new RateLimiter();
  const limit = { requests: 5, periodMs };
  for (let now = 0; now < 400_000; now += 200) expect(rates.take('demo', limit, now, {})).toBeUndefined();
  expect(rates.take('demo', limit, 399_800, {})).toBe(200);
});
