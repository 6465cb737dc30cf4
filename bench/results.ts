import { type CallbackFigures, type CallbackRuns, callbacks } from './callbacks.ts';
import { calls, moreCalls, scale } from './contests.ts';
import { bytesARequest, type Grown, growth } from './growth.ts';
import { type Installed, install } from './install.ts';
import { lastTestSeconds } from './last-test.ts';
import { type Machine, machine } from './machine.ts';
import { type Memory, memory } from './memory.ts';
import { type Peer, peers } from './peers.ts';
import {
  bareCommonJs,
  hono,
  sandbox,
  sandboxUncompiled,
  sandboxWithConfig,
  sandboxWithData,
} from './programs.ts';
import { type ShortRuns, shortRuns } from './short-runs.ts';
import { type StartTime, startTimes } from './start-times.ts';
import { type Length, shortRun, type Throughput, throughput } from './throughput.ts';
import { type WholeState, wholeState } from './whole-state.ts';

/** All results of a bench run. */
export interface Results {
  readonly machine: Machine;
  /** The last whole `npm test`. Undefined before the first one. */
  readonly testSeconds: number | undefined;
  readonly starts: readonly StartTime[];
  readonly shortRuns: ShortRuns;
  readonly calls: readonly Throughput[];
  readonly callbacks: readonly CallbackFigures[];
  readonly memory: readonly Memory[];
  readonly growth: readonly Grown[];
  readonly bytesARequest: number;
  readonly wholeState: WholeState;
  /** Undefined without a registry. */
  readonly installed: Installed | undefined;
  readonly peers: readonly PeerFigures[];
}

/** A peer's results for the same work. */
export interface PeerFigures {
  readonly name: string;
  readonly start: StartTime | undefined;
  readonly verify: Throughput;
  readonly memory: Memory | undefined;
  readonly packages: number | undefined;
  readonly installedMb: number | undefined;
}

/** How much a run measures. */
interface Amounts {
  readonly starts: number;
  readonly rounds: number;
  readonly length: Length;
  readonly callbacks: CallbackRuns;
  readonly memoryRequests: number;
  /** Transactions in the data files, smallest first. */
  readonly sizes: readonly number[];
  readonly growth: { readonly rounds: number; readonly seconds: number };
  readonly diskRequests: number;
  /** Transactions of the state that is saved, restored and reset as a whole. */
  readonly wholeState: number;
}

const whole: Amounts = {
  starts: 21,
  rounds: 7,
  length: { seconds: 2 },
  callbacks: { rounds: 5, burst: 5000, perSecond: 200, seconds: 20 },
  memoryRequests: 100_000,
  sizes: [1000, 1_000_000],
  growth: { rounds: 5, seconds: 2 },
  diskRequests: 5000,
  wholeState: 1_000_000,
};

const quickly: Amounts = {
  starts: 4,
  rounds: 3,
  length: shortRun,
  callbacks: { rounds: 1, burst: 1000, perSecond: 200, seconds: 3 },
  memoryRequests: 10_000,
  sizes: [1000, 50_000],
  growth: { rounds: 2, seconds: 1 },
  diskRequests: 2000,
  wholeState: 5000,
};

const started = [bareCommonJs, hono, sandbox, sandboxUncompiled, sandboxWithData, sandboxWithConfig];

/** Measures everything. Peers only on request, because they must be installed first. */
export async function results(options: {
  readonly quick: boolean;
  readonly peers: boolean;
  /** Default: a million, and with `quick` 5,000. */
  readonly transactions?: number | undefined;
}): Promise<Results> {
  const amounts = options.quick ? quickly : whole;
  const begun = machine();
  const found = options.peers ? await peers() : [];
  const installed = await install();
  return {
    machine: begun,
    testSeconds: lastTestSeconds(),
    starts: await startTimes(started, amounts.starts),
    shortRuns: await shortRuns(amounts.starts),
    calls: await throughput([...scale, ...calls, ...moreCalls], amounts.rounds, amounts.length),
    callbacks: await callbacks(amounts.callbacks),
    memory: await memory([hono, sandbox, sandboxWithData], amounts.memoryRequests),
    growth: await growth(amounts.sizes, amounts.growth),
    bytesARequest: await bytesARequest(amounts.diskRequests),
    wholeState: await wholeState(options.transactions ?? amounts.wholeState),
    installed,
    peers: await comparison(found, installed, amounts),
  };
}

async function comparison(
  found: readonly Peer[],
  installed: Installed | undefined,
  { starts, rounds, length, memoryRequests }: Amounts,
): Promise<PeerFigures[]> {
  if (found.length === 0) return [];
  const programs = [sandbox, sandboxWithData, ...found];
  const started = await startTimes(programs, Math.ceil(starts / 3));
  const contests = programs.map((program) => ({
    name: program.name,
    program,
    call: 'verify' as const,
    connections: 16,
  }));
  const verifies = await throughput(contests, rounds, length);
  // A tenth, because the slowest peers need a minute even for that.
  const held = await memory(programs, memoryRequests / 10);
  return verifies.map((verify) => {
    const peer = found.find(({ name }) => name === verify.name);
    return {
      name: verify.name,
      start: started.find(({ name }) => name === verify.name),
      verify,
      memory: held.find(({ name }) => name === verify.name),
      packages: peer ? peer.packages : installed?.packages,
      installedMb: peer ? peer.installedMb : installed?.megabytes,
    };
  });
}
