/**
 * Measures the built bundle against baselines that run in turn with it: ratios hold on a noisy machine, seconds do not.
 *
 *     npm run bench [-- --quick] [--json]
 */
import { argv } from 'node:process';
import { bundle } from '../scripts/bundle.ts';
import { startTimes } from './start-times.ts';
import { throughput } from './throughput.ts';

const quick = argv.includes('--quick');
await bundle();
const starts = await startTimes(quick ? 7 : 21);
const calls = await throughput(quick ? 3 : 7, quick ? 1 : 2);
if (argv.includes('--json')) console.log(JSON.stringify({ starts, calls }, null, 2));
else print();

function print(): void {
  console.table(
    starts.map(({ name, ms, ratio, memoryMb }) => ({
      start: name,
      'first answer, ms': Math.round(ms.median),
      'of node:http': ratio.median.toFixed(2),
      'idle, MB': memoryMb === undefined ? '' : Math.round(memoryMb),
    })),
  );
  console.table(
    calls.map(({ name, perSecond, ratio, cpuUs, medianMs, p99Ms, goal }) => ({
      call: name,
      'a second': Math.round(perSecond.median),
      'of Hono': ratio.median.toFixed(2),
      spread: `${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}`,
      goal: goal ?? '',
      'CPU, µs': Math.round(cpuUs.median),
      'median, ms': medianMs.toFixed(2),
      'p99, ms': p99Ms.toFixed(2),
    })),
  );
}
