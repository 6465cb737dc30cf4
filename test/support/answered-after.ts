import { setTimeout as later } from 'node:timers/promises';
import { expect } from 'vitest';

/**
 * Expects an answer no sooner than this. An earlier, shorter timer always fires first, even on a busy
 * machine.
 */
export async function answeredAfter<Answer>(ms: number, ask: () => Promise<Answer>): Promise<Answer> {
  let isOver = false;
  void later(ms).then(() => {
    isOver = true;
  });
  const answer = await ask();
  expect(isOver).toBe(true);
  return answer;
}
