import { calls } from './contests.ts';
import { type Costs, costsOf } from './guard.ts';
import { type Program, sandbox } from './programs.ts';
import { startTimes } from './start-times.ts';
import { shortRun, throughput } from './throughput.ts';

const rounds = 4;

/** Measures everything that the guard checks. Takes about a minute. */
export async function guardedCosts(program: Program = sandbox): Promise<Costs> {
  const starts = await startTimes([program], rounds);
  const named = starts.map((start) =>
    start.name === program.name ? { ...start, name: sandbox.name } : start,
  );
  const contests = calls.map((contest) => ({ ...contest, program }));
  return costsOf(named, await throughput(contests, rounds, shortRun));
}
