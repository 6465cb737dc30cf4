/**
 * Sends customers of all five gateways to the built server at a steady rate. Prints the times of all calls,
 * the delays of callbacks, the server's memory, and what was lost: an independent verifier checks each
 * callback, and the invariants check the file. A machine that is too slow for the rate leaves connections in the
 * queue of the listening socket until the system resets them: these count as wrong, and are named.
 *
 *     node test/stress/soak.ts [--rate 50] [--minutes 10]
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exits with code 1 if anything was lost, missing or wrong.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { quantilesOf } from '../../bench/statistics.ts';
import { soakRun } from './soak/soak-run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { rate: text, minutes: text } });
const minutes = Number(values.minutes ?? '10');
const soak = await soakRun({ rate: Number(values.rate ?? '50'), seconds: minutes * 60 });

const times = (ms: readonly number[]) => {
  const [p50 = 0, p95 = 0, most = 0] = quantilesOf(ms, [0.5, 0.95, 1]).map(
    (each) => Math.round(each * 10) / 10,
  );
  return `p50 ${p50} ms, p95 ${p95} ms, longest ${most} ms`;
};
const unanswered = soak.wrong.filter((each) => each.includes('fetch failed')).length;
// Two of the twenty samples are from the first tenth of the time.
const [, first = 0] = soak.memoryMb;
const last = soak.memoryMb.at(-1) ?? 0;
console.log(
  [
    `payments and cancellations ${soak.begun} in ${Math.round(soak.seconds)} s, lost or wrong ${soak.wrong.length}` +
      (unanswered === 0 ? '' : ` (${unanswered} of them without an answer)`),
    `calls and pages ${soak.callMs.length}: ${times(soak.callMs)}`,
    `callbacks ${soak.callbacks}, missing ${soak.missing}, came twice ${soak.duplicates}; delay: ${times(soak.callbackDelayMs)}`,
    `memory after a tenth of the time ${Math.round(first)} MB, at the end ${Math.round(last)} MB, growth ${Math.round(last - first)} MB, ` +
      `most ${Math.round(Math.max(...soak.memoryMb))} MB`,
  ].join('\n'),
);
for (const each of soak.wrong.slice(0, 10)) console.error(each);
if (soak.wrong.length > 0) console.error(soak.lastWords);
exit(soak.wrong.length === 0 && soak.missing === 0 ? 0 : 1);
