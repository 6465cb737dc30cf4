/**
 * One run with one kind of call, in its own process. Prints the result as a line of JSON.
 *
 *     node bench/load.ts '{"url":"http://127.0.0.1:4700","pid":1234,"call":"verify","connections":16,"seconds":2}'
 */
import { argv } from 'node:process';
import { drive } from './client.ts';
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
    const ids = await answers(verify, /"process_id":(\d+)/, job.requests ?? 5000 * job.seconds);
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

const next = atMost(await calls[job.call](), job.requests);
const before = cpuSecondsOf(job.pid);
const own = process.cpuUsage();
const measured = await drive({ port, connections: job.connections, seconds: job.seconds, next });
const { user, system } = process.cpuUsage(own);
const cpuUs = ((cpuSecondsOf(job.pid) - before) / measured.requests) * 1_000_000;
console.log(JSON.stringify({ ...measured, cpuUs, clientCpuUs: (user + system) / measured.requests }));
