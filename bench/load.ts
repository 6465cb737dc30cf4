/**
 * One timed run of one kind of call, in a process of its own. Prints what it measured as a line of JSON.
 *
 *     node bench/load.ts '{"url":"http://127.0.0.1:4700","pid":1234,"call":"verify","connections":16,"seconds":2}'
 */
import { argv } from 'node:process';
import { drive } from './client.ts';
import { cpuSecondsOf } from './proc.ts';
import { checkoutConfirm, endless, get, listed, verify, walletConfirm } from './requests.ts';

export type Call = 'verify' | 'wallet confirm' | 'checkout confirm' | 'checkout page' | 'transactions page';

export interface Job {
  readonly url: string;
  /** The server's process. */
  readonly pid: number;
  readonly call: Call;
  readonly connections: number;
  readonly seconds: number;
}

const job = JSON.parse(argv[2] ?? '{}') as Job;
const port = Number(new URL(job.url).port);
const run = `${process.pid}-${Math.round(performance.timeOrigin)}`;

/** More than any server here answers in a run. */
const plenty = 20_000 * Math.ceil(job.seconds);

const calls: Readonly<Record<Call, () => Promise<() => Buffer | undefined>>> = {
  verify: async () => endless(verify, 10_000 * Math.ceil(job.seconds)),
  'wallet confirm': async () => {
    const ids = await answers(verify, /"process_id":(\d+)/, 4000 * job.seconds);
    return listed(ids.map((id) => walletConfirm(id, '123456')));
  },
  'checkout confirm': async () =>
    listed(Array.from({ length: plenty }, (_, index) => checkoutConfirm(`C-${run}-${index}`))),
  'checkout page': async () => {
    const tokens = await answers((index) => checkoutConfirm(`P-${run}-${index}`), /token=([\w-]+)/, 200);
    return endless((index) => get(`/checkout?token=${tokens[index]}`), tokens.length);
  },
  'transactions page': async () => endless(() => get('/_sandbox/transactions'), 1),
};

/** What a pattern finds in the answers to so many calls, which are not timed. */
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

const next = await calls[job.call]();
const before = cpuSecondsOf(job.pid);
const measured = await drive({ port, connections: job.connections, seconds: job.seconds, next });
const cpuUs = ((cpuSecondsOf(job.pid) - before) / measured.requests) * 1_000_000;
console.log(JSON.stringify({ ...measured, cpuUs }));
