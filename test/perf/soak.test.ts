import { expect, it } from 'vitest';
import { quantilesOf } from '../../bench/statistics.ts';
import { soakRun } from '../stress/soak/soak-run.ts';

const rate = 50;
const seconds = 5;

it(`${rate} payments a second for ${seconds} s: nothing is lost, and every callback comes as a careful merchant takes it`, async () => {
  const { wrong, begun, callbacks, missing, callMs, callbackDelayMs } = await soakRun({ rate, seconds });
  const [p95Call = 0] = quantilesOf(callMs, [0.95]);
  const [p95Callback = 0] = quantilesOf(callbackDelayMs, [0.95]);
  console.log(
    `p95 of ${callMs.length} calls: ${p95Call.toFixed(1)} ms, of ${callbacks} callbacks: ${p95Callback.toFixed(1)} ms`,
  );
  expect({ wrong, begun, missing }).toEqual({ wrong: [], begun: rate * seconds, missing: 0 });
  expect(callbacks).toBeGreaterThan(begun / 2);
}, 120_000);
