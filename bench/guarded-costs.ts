import { calls } from './contests.ts';
import { type Costs, costsOf } from './guard.ts';
import { sandbox } from './programs.ts';
import { startTimes } from './start-times.ts';
import { shortRun, throughput } from './throughput.ts';

const rounds = 4;

/** Measures everything that the guard checks, within seconds. */
export async function guardedCosts(): Promise<Costs> {
  const starts = await startTimes([sandbox], rounds);
  return costsOf(starts, await throughput(calls, rounds, shortRun));
}
