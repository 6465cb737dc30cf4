import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { startCheckout } from '../support/checkouts.ts';
import { crowd, invoiceOf, verifyOf } from '../support/crowd.ts';
import { freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { statementsOf } from '../support/statements.ts';

/** The median time of a verify in milliseconds, at 500 per second or the maximum rate. */
async function floodedMs(sandbox: TestSandbox, from: number, count = 250): Promise<number> {
  const times: number[] = [];
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const at = performance.now();
    expect((await verifyOf(sandbox, from + index)).status).toBe(200);
    times.push(performance.now() - at);
    if (performance.now() - began < index * 2) await later(1);
  }
  return percentile(times, 0.5);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

describe('1,000 that wait and 200 that read the stream', () => {
  it('cost nothing while nothing happens: no clock wakes them, and no statement runs', async () => {
    const sandbox = await freshSandbox();
    await crowd(sandbox, 1000, 200);
    // Retention runs once, shortly after the last commit.
    await later(1500);
    const before = performance.eventLoopUtilization();
    expect(await statementsOf(() => later(2000))).toBe(0);
    const { active } = performance.eventLoopUtilization(before);
    console.log(`in 2 s of nothing the process works for ${active.toFixed(1)} ms`);
    expect(active).toBeLessThan(200);
  });

  it('are answered and told at once, each of what concerns it', async () => {
    const sandbox = await freshSandbox({ ids: randomIds() });
    const { answers, told } = await crowd(sandbox, 1000, 200);
    const answered: number[] = [];
    const streamed: number[] = [];
    for (let index = 0; index < 50; index += 1) {
      await verifyOf(sandbox, index);
      const sentAt = performance.now();
      answered.push(((await answers[index])?.at ?? Number.NaN) - sentAt);
      streamed.push((await told(2 * index + 1)) - sentAt);
      await startCheckout(sandbox, 'cardgw', { invoice_no: invoiceOf(500 + index) });
      const startedAt = performance.now();
      answered.push(((await answers[500 + index])?.at ?? Number.NaN) - startedAt);
      streamed.push((await told(2 * index + 2)) - startedAt);
    }
    const [one, all] = [percentile(answered, 0.95), percentile(streamed, 0.95)];
    console.log(
      `after the call that brought it, a waiter is answered in ${one.toFixed(1)} ms, the last of 200 streams told in ${all.toFixed(1)} ms (p95)`,
    );
    expect(one).toBeLessThan(50);
    expect(all).toBeLessThan(500);
  });

  it('hardly slow down 500 verifies a second', async () => {
    const sandbox = await freshSandbox({ ids: randomIds() });
    await floodedMs(sandbox, 10_000, 100);
    const alone = await floodedMs(sandbox, 20_000);
    await crowd(sandbox, 1000, 0);
    const beside = await floodedMs(sandbox, 30_000);
    await crowd(sandbox, 0, 200);
    const streamed = await floodedMs(sandbox, 40_000);
    console.log(
      `a verify takes ${alone.toFixed(2)} ms, ${beside.toFixed(2)} ms beside 1,000 waiters, ${streamed.toFixed(2)} ms beside 200 streams too`,
    );
    expect(beside / alone).toBeLessThan(3);
  });
});
