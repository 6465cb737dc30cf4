import { setTimeout as later } from 'node:timers/promises';
import { expect } from 'vitest';

/** Expects an answer no sooner than this. A timer that was set first and is shorter also fires first, on the busiest machine. */
export async function answeredAfter<Answer>(ms: number, ask: () => Promise<Answer>): Promise<Answer> {
  let isOver = false;
  void later(ms).then(() => {
    isOver = true;
  });
  const answer = await ask();
  expect(isOver).toBe(true);
  return answer;
}
