import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import type { Call } from './load.ts';
import { type Machine, machine } from './machine.ts';
import { type Part, type Profile, partsOf } from './profile-parts.ts';
import { type Program, sandbox, sandboxWithData } from './programs.ts';
import { start } from './servers.ts';
import { circumstances, markdown } from './tables.ts';
import { measured } from './throughput.ts';

interface Profiled {
  readonly what: string;
  /** Processor time of a start or a call, in microseconds. */
  readonly cpuUs: number;
  readonly parts: readonly Part[];
}

export interface Profiles {
  readonly machine: Machine;
  readonly profiles: readonly Profiled[];
}

const requests = 30_000;
const profiledCalls: readonly (readonly [Program, Call, share: number])[] = [
  [sandbox, 'verify', 1],
  [sandboxWithData, 'verify', 1],
  [sandbox, 'checkout page', 0.25],
];

/** Where processor time goes during startup and calls, from Node's CPU profile. */
export async function profile(): Promise<Profiles> {
  const begun = machine();
  const profiles = [await startProfile()];
  for (const [program, call, share] of profiledCalls)
    profiles.push(await callProfile(program, call, requests * share));
  return { machine: begun, profiles };
}

export function profileReport({ machine: begun, profiles }: Profiles): string {
  const names = [...new Set(profiles.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  const rows = names.map((name) => ({
    'share of the time in': name,
    ...Object.fromEntries(profiles.map(({ what, parts }) => [what, percent(parts, name)])),
  }));
  const whole = {
    'share of the time in': 'all of it',
    ...Object.fromEntries(profiles.map(({ what, cpuUs }) => [what, time(cpuUs)])),
  };
  return [circumstances(begun), markdown([...rows, whole])].join('\n\n');
}

function percent(parts: readonly Part[], wanted: string): string {
  const share = parts.find(({ name }) => name === wanted)?.share;
  return share === undefined ? '' : `${(share * 100).toFixed(1)} %`;
}

function time(us: number): string {
  return us > 10_000 ? `${(us / 1000).toFixed(0)} ms` : `${us.toFixed(0)} µs`;
}

async function startProfile(): Promise<Profiled> {
  console.error('profile, start');
  const server = await start(profiled(sandbox));
  const answeredAt = now();
  const found = await server.stop((folder) => partsOf(readProfile(folder), 0, answeredAt));
  return { what: 'start', cpuUs: server.startCpuSeconds * 1_000_000, parts: found ?? [] };
}

async function callProfile(program: Program, call: Call, count: number): Promise<Profiled> {
  const what = program === sandbox ? call : `${call}, --data`;
  console.error(`profile, ${what}`);
  const server = await start(profiled(program));
  const job = { url: server.url, pid: server.pid, call, connections: 16, seconds: 600 };
  await measured({ ...job, requests: count / 4 });
  const from = now();
  const { cpuUs } = await measured({ ...job, requests: count });
  const to = now();
  const found = await server.stop((folder) => partsOf(readProfile(folder), from, to));
  return { what, cpuUs, parts: found ?? [] };
}

function profiled(program: Program): Program {
  const profiler = ['--cpu-prof', '--cpu-prof-dir=.', '--cpu-prof-interval=200'];
  return { ...program, arguments: (folder, port) => [...profiler, ...program.arguments(folder, port)] };
}

function readProfile(folder: string): Profile {
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'));
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
}

/** The clock that profiles use, in microseconds. */
function now(): number {
  return Number(hrtime.bigint() / 1000n);
}
