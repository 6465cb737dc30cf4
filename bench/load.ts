/**
 * One run with one kind of call, in its own process. Prints the result as a line of JSON.
 *
 *     node bench/load.ts '{"url":"http://127.0.0.1:4700","pid":1234,"call":"verify","connections":16,"seconds":2}'
 */
import { argv } from 'node:process';
import { drive, type Measured, type MeasuredServer } from './client.ts';
import { cpuSecondsOf } from './proc.ts';
import {
  atMost,
  checkoutConfirm,
  endless,
  everyCode,
  fixCodes,
  get,
  listed,
  verify,
  walletConfirm,
} from './requests.ts';
import { quantilesOf } from './statistics.ts';

export type Call =
  | 'verify'
  | 'wallet confirm'
  | 'checkout confirm'
  | 'checkout page'
  | 'transactions page'
  | 'inbox page'
  | 'requests page';

export interface Job {
  readonly url: string;
  /** The server's process. */
  readonly pid: number;
  readonly call: Call;
  readonly connections: number;
  /** No requests are sent after this time. */
  readonly seconds: number;
  /** Default: as many as possible within the time. */
  readonly requests?: number;
  /**
   * A hello server to measure alternately with this one, each in this many slices. Other load on the machine
   * can double processor time within seconds, but hardly differs between two consecutive slices.
   */
  readonly baseline?: { readonly url: string; readonly pid: number; readonly slices: number };
}

export interface LoadResult extends MeasuredServer {
  /** Absent without a baseline. */
  readonly baseline?: MeasuredServer;
  /** Processor time per call, as a multiple of the baseline's in the preceding slice. One value per slice. */
  readonly cpuRatios: readonly number[];
}

const job = JSON.parse(argv[2] ?? '{}') as Job;
const port = Number(new URL(job.url).port);
const run = `${process.pid}-${Math.round(performance.timeOrigin)}`;
const fullPage = 60;

/** More than any measured server answers in a run. */
const plenty = job.requests ?? 20_000 * Math.ceil(job.seconds);

const calls: Readonly<Record<Call, () => Promise<() => Buffer | undefined>>> = {
  verify: async () => endless(verify, plenty),
  'wallet confirm': async () => {
    await fixCodes(job.url);
    const ids = await answers(verify, /"process_id":(\d+)/, plenty);
    return listed(ids.map((id) => walletConfirm(id, everyCode)));
  },
  'checkout confirm': async () =>
    listed(Array.from({ length: plenty }, (_, index) => checkoutConfirm(`C-${run}-${index}`))),
  'checkout page': async () => {
    const tokens = await checkouts(200);
    return endless((index) => get(`/checkout?token=${tokens[index]}`), tokens.length);
  },
  'transactions page': async () => {
    await checkouts(fullPage);
    return endless(() => get('/_sandbox/transactions'), 1);
  },
  'inbox page': async () => {
    await answers(verify, /"process_id"/, fullPage);
    return endless(() => get('/_sandbox/inbox'), 1);
  },
  'requests page': async () => {
    await answers(verify, /"process_id"/, fullPage);
    return endless(() => get('/_sandbox/requests'), 1);
  },
};

function checkouts(count: number): Promise<string[]> {
  return answers((index) => checkoutConfirm(`P-${run}-${index}`), /token=([\w-]+)/, count);
}

/** Collects a pattern's matches in the answers to this many calls, which are not measured. */
async function answers(make: (index: number) => Buffer, pattern: RegExp, count: number): Promise<string[]> {
  const found: string[] = [];
  await drive({
    port,
    connections: 16,
    seconds: 600,
    next: listed(Array.from({ length: count }, (_, index) => make(index))),
    onBody: (body) => {
      const [, text] = pattern.exec(body) ?? [];
      if (text) found.push(text);
    },
  });
  return found;
}

// The baseline sends more requests per slice, since a few would be over before it has warmed up again.
const baselineShare = 4;
const slices = job.baseline?.slices ?? 1;
const length = { seconds: job.seconds / slices, requests: job.requests && Math.ceil(job.requests / slices) };
const next = atMost(await calls[job.call](), job.requests);
const hello = endless(verify, 1000);
const runs: MeasuredServer[] = [];
const baselines: MeasuredServer[] = [];
for (let slice = 0; slice < slices; slice += 1) {
  if (job.baseline) baselines.push(await slicedRun(job.baseline, hello, baselineShare));
  runs.push(await slicedRun(job, next, 1));
}
const cpuRatios = runs.map(({ cpuUs }, at) => cpuUs / (baselines[at]?.cpuUs ?? Number.NaN));
const result: LoadResult = {
  ...together(runs),
  ...(job.baseline && { baseline: together(baselines) }),
  cpuRatios: job.baseline ? cpuRatios : [],
};
console.log(JSON.stringify(result));

async function slicedRun(
  server: { readonly url: string; readonly pid: number },
  request: () => Buffer | undefined,
  share: number,
): Promise<MeasuredServer> {
  const before = cpuSecondsOf(server.pid);
  const own = process.cpuUsage();
  const measured = await drive({
    port: Number(new URL(server.url).port),
    connections: job.connections,
    seconds: length.seconds,
    next: atMost(request, length.requests && length.requests * share),
  });
  const { user, system } = process.cpuUsage(own);
  const cpuUs = ((cpuSecondsOf(server.pid) - before) / measured.requests) * 1_000_000;
  return { ...measured, cpuUs, clientCpuUs: (user + system) / measured.requests };
}

function together(parts: readonly MeasuredServer[]): MeasuredServer {
  const sum = (value: (part: Measured) => number) => parts.reduce((total, part) => total + value(part), 0);
  const median = (value: (part: MeasuredServer) => number) =>
    quantilesOf(parts.map(value), [0.5])[0] ?? Number.NaN;
  const [requests, seconds] = [sum((part) => part.requests), sum((part) => part.seconds)];
  return {
    requests,
    seconds,
    perSecond: requests / seconds,
    medianMs: median((part) => part.medianMs),
    p99Ms: median((part) => part.p99Ms),
    wrong: sum((part) => part.wrong),
    cpuUs: median((part) => part.cpuUs),
    clientCpuUs: median((part) => part.clientCpuUs),
  };
}
