import { describe, expect, it } from 'vitest';
import { killRun } from '../../scripts/kills/kill-run.ts';

describe('P2 and P3: what was answered survives kill -9, and every callback is attempted until it is delivered', () => {
  it.each([1, 2])(
    '300 callbacks through 5 kills, seed %i: none is missing',
    async (seed) => {
      const { duplicates, seconds: _seconds, ...result } = await killRun({ callbacks: 300, kills: 5, seed });
      expect(result).toEqual({
        callbacks: 300,
        kills: 5,
        missing: 0,
        broken: 0,
        integrity_check: 'ok',
      });
      // At least once, never exactly once: at most what was under way at each kill comes again.
      expect(duplicates).toBeLessThanOrEqual(5 * 16);
    },
    60_000,
  );
});
