import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import type { MeasuredServer } from './client.ts';
import type { Contest } from './contests.ts';
import type { Job } from './load.ts';
import { hono, type Program } from './programs.ts';
import { type Server, start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';

// With too few requests, a run would last only a few ticks of the processor clock.
const helloShare = 4;
const load = join(import.meta.dirname, 'load.ts');

export interface Throughput {
  readonly name: string;
  readonly perSecond: Spread;
  /** Relative to Hono's JSON hello on the same number of connections, in the same round. */
  readonly ratio: Spread;
  /** The server's processor time per call. */
  readonly cpuUs: Spread;
  /** Processor time relative to that hello. Compares minimums, because other load only adds to them. */
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

/** A short run with a fixed number of requests, so that the same code gets compiled on a busy machine. */
export const shortRun: Length = { seconds: 60, requests: 2000 };

interface Run {
  readonly measured: MeasuredServer;
  readonly hello: MeasuredServer;
}

/** Runs all contests in turn. Each round measures the baseline for both numbers of connections. */
export async function throughput(
  contests: readonly Contest[],
  rounds: number,
  length: Length,
): Promise<Throughput[]> {
  const servers = await startAll([hono, ...contests.map(({ program }) => program)]);
  const ask = (program: Program, job: Omit<Job, 'url' | 'pid'>) => {
    const { url = '', pid = 0 } = servers.get(program) ?? {};
    return measured({ url, pid, ...job });
  };
  const askHono = (connections: number) =>
    ask(hono, { call: 'verify', connections, ...part(length, helloShare) });
  for (const { program, call, share = 1 } of contests)
    await ask(program, { call, connections: 16, ...part(length, share) });
  const runs = new Map(contests.map((contest) => [contest, [] as Run[]]));
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`throughput, round ${round} of ${rounds}`);
    for (const [program, { url }] of servers) if (program.isSandbox) await reset(url);
    const hellos = new Map<number, MeasuredServer>();
    for (const [{ program, call, connections, share = 1 }, results] of runs) {
      const hello = hellos.get(connections) ?? (await askHono(connections));
      hellos.set(connections, hello);
      results.push({ measured: await ask(program, { call, connections, ...part(length, share) }), hello });
    }
  }
  for (const server of servers.values()) await server.stop();
  return [...runs].map(([contest, results]) => summary(contest, results));
}

function part({ seconds, requests }: Length, share: number): Length {
  return requests === undefined ? { seconds } : { seconds, requests: requests * share };
}

async function startAll(programs: readonly Program[]): Promise<Map<Program, Server>> {
  const servers = new Map<Program, Server>();
  for (const program of new Set(programs)) servers.set(program, await start(program));
  return servers;
}

export async function measured(job: Job): Promise<MeasuredServer> {
  const { stdout } = await promisify(execFile)(execPath, [load, JSON.stringify(job)]);
  const result = JSON.parse(stdout) as MeasuredServer;
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
    cpuRatio: cpuUs.least / spread(({ hello }) => hello.cpuUs).least,
    clientCpuUs: spread((run) => run.measured.clientCpuUs),
    medianMs: spread((run) => run.measured.medianMs).median,
    p99Ms: spread((run) => run.measured.p99Ms).median,
  };
}
