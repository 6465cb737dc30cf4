import { bareHttp, type Program } from './programs.ts';
import { start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';

export interface StartTime {
  readonly name: string;
  /** From process start to the first answered call. */
  readonly ms: Spread;
  /** Relative to bare node:http in the same round. */
  readonly ratio: Spread;
  /** Processor time relative to bare node:http, over all rounds: a single start has too few 10 ms ticks. */
  readonly cpuRatio: number;
  readonly memoryMb: number | undefined;
}

interface Start {
  readonly ms: number;
  readonly ratio: number;
  readonly cpuSeconds: number;
  readonly memoryMb: number | undefined;
}

/** Starts each program in turn after bare node:http, for this many rounds. */
export async function startTimes(programs: readonly Program[], rounds: number): Promise<StartTime[]> {
  const starts = new Map([bareHttp, ...programs].map((program) => [program, [] as Start[]]));
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`start times, round ${round} of ${rounds}`);
    let bareMs = Number.NaN;
    for (const [program, runs] of starts) {
      const server = await start(program);
      const { startMs: ms, startCpuSeconds: cpuSeconds } = server;
      if (program === bareHttp) bareMs = ms;
      runs.push({ ms, ratio: ms / bareMs, cpuSeconds, memoryMb: server.memoryMb() });
      await server.stop();
    }
  }
  const cpuOf = (runs: readonly Start[] = []) => runs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return [...starts].map(([{ name }, runs]) => ({
    name,
    ms: spreadOf(runs.map(({ ms }) => ms)),
    ratio: spreadOf(runs.map(({ ratio }) => ratio)),
    cpuRatio: cpuOf(runs) / cpuOf(starts.get(bareHttp)),
    memoryMb: spreadOf(runs.flatMap(({ memoryMb }) => memoryMb ?? [])).median,
  }));
}
