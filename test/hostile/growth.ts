import { expect } from 'vitest';

/** Size of the largest input, in characters. */
export const large = 250_000;
/** Below this, a comparison is pointless: quadratic work on this much input takes many seconds. */
const quickMs = 1000;
/** With four times the input, linear work takes four times as long, quadratic work sixteen times. */
const mostGrowth = 10;

export function expectLinear(what: string, timeOf: (length: number) => number): void {
  const whole = timeOf(large);
  if (whole < quickMs) return;
  // The minimum, because one of the runs may include garbage collection of earlier work.
  const growth = Math.min(...[1, 2, 3].map(() => timeOf(large) / Math.max(timeOf(large / 4), 1)));
  expect(growth, `${what}: ${whole} ms`).toBeLessThan(mostGrowth);
}

export function timed<Input>(read: (input: Input) => unknown, input: Input): number {
  // Processor time of this thread only: other programs and test files do not count.
  const before = process.threadCpuUsage();
  read(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
