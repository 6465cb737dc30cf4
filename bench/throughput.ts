import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import type { MeasuredServer } from './client.ts';
import type { Call, Job } from './load.ts';
import { type Server, type ServerName, start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';

const load = join(import.meta.dirname, 'load.ts');

/** A call of a server, against the baseline of the same round. */
interface Contest {
  readonly name: string;
  readonly server: ServerName;
  readonly call: Call;
  readonly connections: number;
  /** At least so much of the baseline (design: "What to reach"); absent where there is no goal. */
  readonly goal?: number;
}

const contests: readonly Contest[] = [
  { name: 'bare node:http', server: 'node:http', call: 'verify', connections: 16 },
  { name: 'Hono, one prepared INSERT', server: 'Hono + INSERT', call: 'verify', connections: 16 },
  { name: 'verify', server: 'sandbox', call: 'verify', connections: 16, goal: 0.55 },
  { name: 'verify, 1 connection', server: 'sandbox', call: 'verify', connections: 1, goal: 0.25 },
  { name: 'verify, --data', server: 'sandbox --data', call: 'verify', connections: 16, goal: 0.4 },
  { name: 'wallet confirm', server: 'sandbox', call: 'wallet confirm', connections: 16 },
  { name: 'checkout confirm', server: 'sandbox', call: 'checkout confirm', connections: 16 },
  { name: 'checkout page', server: 'sandbox', call: 'checkout page', connections: 16, goal: 0.5 },
  { name: 'transactions page', server: 'sandbox', call: 'transactions page', connections: 16 },
];

export interface Throughput {
  readonly name: string;
  readonly perSecond: Spread;
  /** Of Hono's JSON hello with as many connections, in the same round. */
  readonly ratio: Spread;
  /** The server's processor time for one call. */
  readonly cpuUs: Spread;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly goal: number | undefined;
}

/** Rounds of all contests in turn, each round with a baseline of its own for either number of connections. */
export async function throughput(rounds: number, seconds: number): Promise<Throughput[]> {
  const servers = new Map<ServerName, Server>();
  for (const name of ['Hono', ...contests.map(({ server }) => server)] as const)
    if (!servers.has(name)) servers.set(name, await start(name));
  const ask = (name: ServerName, call: Call, connections: number, time: number) => {
    const { url = '', pid = 0 } = servers.get(name) ?? {};
    return measured({ url, pid, call, connections, seconds: time });
  };
  for (const { server, call } of contests) await ask(server, call, 16, 1);

  const results = contests.map(() => [] as { readonly measured: MeasuredServer; readonly ratio: number }[]);
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`throughput, round ${round} of ${rounds}`);
    const hello = new Map<number, number>();
    for (const connections of [16, 1])
      hello.set(connections, (await ask('Hono', 'verify', connections, seconds)).perSecond);
    for (const [index, { server, call, connections }] of contests.entries()) {
      const run = await ask(server, call, connections, seconds);
      results[index]?.push({ measured: run, ratio: run.perSecond / (hello.get(connections) ?? Number.NaN) });
    }
  }
  for (const server of servers.values()) await server.stop();
  return contests.map(({ name, goal }, index) => {
    const runs = results[index] ?? [];
    return {
      name,
      perSecond: spreadOf(runs.map(({ measured: { perSecond } }) => perSecond)),
      ratio: spreadOf(runs.map(({ ratio }) => ratio)),
      cpuUs: spreadOf(runs.map(({ measured: { cpuUs } }) => cpuUs)),
      medianMs: spreadOf(runs.map(({ measured: { medianMs } }) => medianMs)).median,
      p99Ms: spreadOf(runs.map(({ measured: { p99Ms } }) => p99Ms)).median,
      goal,
    };
  });
}

async function measured(job: Job): Promise<MeasuredServer> {
  const { stdout } = await promisify(execFile)(execPath, [load, JSON.stringify(job)]);
  const result = JSON.parse(stdout) as MeasuredServer;
  if (result.wrong > 0)
    throw new Error(`${job.call}: ${result.wrong} of ${result.requests} answers were not 200`);
  return result;
}
