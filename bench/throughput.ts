import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import type { MeasuredServer } from './client.ts';
import type { Contest } from './contests.ts';
import type { Job, LoadResult } from './load.ts';
import { hono, type Program } from './programs.ts';
import { type Server, start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';

const slices = 10;
const load = join(import.meta.dirname, 'load.ts');

export interface Throughput {
  readonly name: string;
  readonly perSecond: Spread;
  /** Relative to Hono's JSON hello on the same number of connections, in the same round. */
  readonly ratio: Spread;
  /** The server's processor time per call. */
  readonly cpuUs: Spread;
  /** Relative to the processor time of that hello. The median of all slices. */
  readonly cpuRatio: number;
  /** The load client's own processor time per call. */
  readonly clientCpuUs: Spread;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The length of a run: a time, or a number of requests without a time limit. */
export interface Length {
  readonly seconds: number;
  readonly requests?: number;
}

/** A short run. The number of requests is fixed, so that the same code is compiled even on a busy machine. */
export const shortRun: Length = { seconds: 600, requests: 3000 };

interface Run {
  readonly measured: MeasuredServer;
  readonly hello: MeasuredServer;
  readonly cpuRatios: readonly number[];
}

/** Runs rounds of all contests in turn, each in slices that alternate with Hono's hello. */
export async function throughput(
  contests: readonly Contest[],
  rounds: number,
  length: Length,
): Promise<Throughput[]> {
  const servers = await startAll([hono, ...contests.map(({ program }) => program)]);
  const serverOf = (program: Program) => {
    const { url = '', pid = 0 } = servers.get(program) ?? {};
    return { url, pid };
  };
  const baseline = { ...serverOf(hono), slices };
  const ask = ({ program, call, connections, share = 1 }: Contest) =>
    measured({ ...serverOf(program), call, connections, ...part(length, share), baseline });
  for (const contest of contests) await ask(contest);
  const runs = new Map(contests.map((contest) => [contest, [] as Run[]]));
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`throughput, round ${round} of ${rounds}`);
    for (const [program, { url }] of servers) if (program.isSandbox) await reset(url);
    for (const [contest, found] of runs) {
      const { baseline: hello, cpuRatios, ...run } = await ask(contest);
      if (hello) found.push({ measured: run, hello, cpuRatios });
    }
  }
  for (const server of servers.values()) await server.stop();
  return [...runs].map(([contest, found]) => summary(contest, found));
}

function part({ seconds, requests }: Length, share: number): Length {
  return requests === undefined ? { seconds } : { seconds, requests: requests * share };
}

async function startAll(programs: readonly Program[]): Promise<Map<Program, Server>> {
  const servers = new Map<Program, Server>();
  for (const program of new Set(programs)) servers.set(program, await start(program));
  return servers;
}

export async function measured(job: Job): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(execPath, [load, JSON.stringify(job)]);
  const result = JSON.parse(stdout) as LoadResult;
  if (result.wrong > 0)
    throw new Error(`${job.call}: ${result.wrong} of ${result.requests} answers were not 200`);
  return result;
}

/** Each round starts with an empty sandbox. */
async function reset(url: string): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/api/reset`, { method: 'POST' });
  if (!answer.ok) throw new Error(`reset was answered ${answer.status}`);
}

function summary({ name }: Contest, runs: readonly Run[]): Throughput {
  const spread = (value: (run: Run) => number) => spreadOf(runs.map(value));
  const cpuUs = spread((run) => run.measured.cpuUs);
  return {
    name,
    perSecond: spread((run) => run.measured.perSecond),
    ratio: spread(({ measured: { perSecond }, hello }) => perSecond / hello.perSecond),
    cpuUs,
    cpuRatio: spreadOf(runs.flatMap(({ cpuRatios }) => cpuRatios)).median,
    clientCpuUs: spread((run) => run.measured.clientCpuUs),
    medianMs: spread((run) => run.measured.medianMs).median,
    p99Ms: spread((run) => run.measured.p99Ms).median,
  };
}
