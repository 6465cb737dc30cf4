import type { Results } from './results.ts';
import type { Throughput } from './throughput.ts';

/** A goal and its measured value. */
export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

/** A goal with a minimum or a maximum. */
interface Bound {
  readonly what: string;
  readonly measured: number | undefined;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly unit?: string;
}

/** The goals that were measured. */
export function goals(results: Results): Goal[] {
  return [
    ...startBounds(results),
    ...callBounds(results),
    ...callbackBounds(results),
    ...growthBounds(results),
    ...wholeBounds(results),
    ...memoryBounds(results),
    ...installBounds(results),
    ...peerBounds(results),
  ].flatMap(judged);
}

function judged({ what, measured, atLeast, atMost, unit = '' }: Bound): Goal[] {
  if (measured === undefined || Number.isNaN(measured)) return [];
  const bound = atLeast ?? atMost ?? Number.NaN;
  const met = atLeast === undefined ? measured <= bound : measured >= bound;
  const goal = `${atLeast === undefined ? 'at most' : 'at least'} ${bound}${unit}`;
  return [{ what, goal, measured: `${rounded(measured)}${unit}`, met }];
}

export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

function startBounds({ starts, shortRuns, testSeconds }: Results): Bound[] {
  const ms = (name: string) => starts.find((each) => each.name === name)?.ms.median ?? Number.NaN;
  const bare = ms('node:http, CommonJS');
  const { exec, firstStart, laterStart } = shortRuns;
  return [
    { what: 'the last `npm test`', measured: testSeconds, atMost: 300, unit: ' s' },
    { what: 'start, of `node:http` in CommonJS', measured: ms('sandbox') / bare, atMost: 2 },
    {
      what: 'the same, with nothing compiled',
      measured: ms('sandbox, nothing compiled') / bare,
      atMost: 2.2,
    },
    { what: 'import and first `startSandbox()`', measured: firstStart.median, atMost: 100, unit: ' ms' },
    { what: 'each `startSandbox()` after it', measured: laterStart.median, atMost: 9, unit: ' ms' },
    { what: '`exec -- true`', measured: exec.median, atMost: 120, unit: ' ms' },
  ];
}

/** The most processor time of a call, as a multiple of Hono's hello. */
const mostCpu = {
  verify: 2.8,
  'verify, --data': 4.5,
  'checkout page': 6,
  'transactions page': 12,
  'requests page': 12,
  'inbox page': 20,
} as const;

function callBounds({ calls }: Results): Bound[] {
  const call = (name: string): Throughput | undefined => calls.find((each) => each.name === name);
  const cpu = (name: string) => call(name)?.cpuRatio;
  const ofVerify = (name: string) => (cpu(name) ?? Number.NaN) / (cpu('verify') ?? Number.NaN);
  const { p99Ms = Number.NaN, medianMs = Number.NaN } = call('verify') ?? {};
  return [
    ...Object.entries(mostCpu).map(([name, atMost]) => ({
      what: `CPU of ${name}, of Hono`,
      measured: cpu(name),
      atMost,
    })),
    { what: 'CPU of wallet confirm, of verify', measured: ofVerify('wallet confirm'), atMost: 1.25 },
    { what: 'CPU of checkout confirm, of verify', measured: ofVerify('checkout confirm'), atMost: 1.25 },
    { what: 'p99 of verify', measured: p99Ms, atMost: 20, unit: ' ms' },
    { what: 'p99 of verify, of its median', measured: p99Ms / medianMs, atMost: 10 },
  ];
}

function callbackBounds({ callbacks: [inMemory, onFile] }: Results): Bound[] {
  return [
    { what: 'callbacks a second to one merchant, of `fetch`', measured: inMemory?.ratio.median, atLeast: 1 },
    {
      what: 'callback after its approval, p95 at 200 payments a second',
      measured: inMemory?.delays.p95Ms,
      atMost: 5,
      unit: ' ms',
    },
    { what: 'the same, `--data`', measured: onFile?.delays.p95Ms, atMost: 5, unit: ' ms' },
  ];
}

function growthBounds({ growth, bytesARequest }: Results): Bound[] {
  const large = growth.at(-1);
  const size = large?.transactions.toLocaleString('en');
  const first = growth[0]?.transactions.toLocaleString('en');
  return [
    {
      what: `verify at ${size} transactions, of that at ${first}`,
      measured: large?.ratio.median,
      atLeast: 0.9,
    },
    { what: `list page at ${size} transactions`, measured: large?.listMs.median, atMost: 20, unit: ' ms' },
    { what: `start at ${size} transactions`, measured: large?.startMs.median, atMost: 400, unit: ' ms' },
    { what: 'a request on disk', measured: bytesARequest, atMost: 1200, unit: ' bytes' },
  ];
}

/** How long others wait at most, whatever is saved, restored or reset. */
function wholeBounds({ wholeState: { transactions, steps } }: Results): Bound[] {
  const size = transactions.toLocaleString('en');
  const names = [...new Set(steps.map(({ step }) => step))].filter((name) => name !== 'nothing else');
  return names.map((name) => ({
    what: `one turn: ${name}, ${size} transactions`,
    measured: Math.max(...steps.filter(({ step }) => step === name).map(({ longestMs }) => longestMs)),
    atMost: 250,
    unit: ' ms',
  }));
}

function memoryBounds({ memory }: Results): Bound[] {
  const held = memory.find(({ name }) => name === 'sandbox');
  const after = `memory after ${held?.requests.toLocaleString('en')} verifies`;
  return [
    { what: 'memory, idle', measured: held?.idleMb, atMost: 66, unit: ' MB' },
    { what: after, measured: held?.afterMb, atMost: 140, unit: ' MB' },
  ];
}

function installBounds({ installed }: Results): Bound[] {
  return [
    { what: 'installed', measured: installed?.megabytes, atMost: 31, unit: ' MB' },
    { what: 'install scripts', measured: installed?.installScripts, atMost: 0 },
    { what: 'a clean install', measured: installed?.seconds, atMost: 30, unit: ' s' },
  ];
}

function peerBounds({ peers }: Results): Bound[] {
  const figures = (wanted: string) => peers.find(({ name }) => name === wanted);
  const [inMemory, onFile, expressOnFile] = ['sandbox', 'sandbox --data', 'Express, file'].map(figures);
  const others = peers.filter((peer) => peer !== inMemory && peer !== onFile);
  if (!inMemory || others.length === 0) return [];
  const ratio = (peer = inMemory) => peer.verify.ratio.median;
  const nearest = Math.max(...others.map(ratio));
  const soonest = Math.min(...others.flatMap(({ start }) => start?.ms.median ?? []));
  const startMs = inMemory.start?.ms.median ?? Number.NaN;
  return [
    { what: 'verify, of the nearest peer', measured: ratio() / nearest, atLeast: 2.5 },
    {
      what: 'verify, `--data`, of Express, file',
      measured: ratio(onFile) / ratio(expressOnFile),
      atLeast: 2.5,
    },
    { what: 'start, of the fastest peer', measured: startMs / soonest, atMost: 1 },
  ];
}
