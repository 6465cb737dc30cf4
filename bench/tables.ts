import { goals, rounded } from './goals.ts';
import type { Costs } from './guard.ts';
import type { Machine } from './machine.ts';
import type { Results } from './results.ts';
import type { Spread } from './statistics.ts';

/** A table. Each row maps column headings to cells. Missing columns stay empty. */
interface Table {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** All results in Markdown that is also readable as plain text. */
export function report(results: Results): string {
  const tables = [
    goalTable,
    startTable,
    shortTable,
    callTable,
    callbackTable,
    memoryTable,
    growthTable,
    wholeTable,
    peerTable,
  ]
    .map((table) => table(results))
    .filter(({ rows }) => rows.length > 0);
  return [
    circumstances(results.machine),
    ...tables.map(({ title, rows }) => `### ${title}\n\n${markdown(rows)}`),
  ].join('\n\n');
}

export function guardReport(accepted: Costs, measured: Costs): string {
  const rows = Object.entries(accepted).map(([name, cost]) => ({
    'CPU, of the baseline': name,
    accepted: rounded(cost),
    measured: rounded(measured[name] ?? Number.NaN),
  }));
  return markdown(rows);
}

export function circumstances({ date, processor, cores, memoryGb, system, node, load }: Machine): string {
  const computer = `${cores} cores (${processor}), ${memoryGb} GB, ${system}, Node.js ${node}`;
  return `${date}, ${computer}, load ${load.toFixed(1)} at the beginning.`;
}

export function markdown(rows: Table['rows']): string {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))];
  const widths = heads.map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const written = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}

function goalTable(results: Results): Table {
  const rows = goals(results).map(({ what, goal, measured, met }) => ({
    goal: what,
    wanted: goal,
    measured,
    met: met ? 'yes' : 'no',
  }));
  return { title: 'Goals', rows };
}

function startTable({ starts }: Results): Table {
  const rows = starts.map(({ name, ms, ratio, cpuRatio, memoryMb }) => ({
    start: name,
    'first answer, ms': spread(ms),
    'of node:http': spread(ratio),
    'its CPU, of node:http': rounded(cpuRatio),
    'memory, MB': megabytes(memoryMb),
  }));
  return { title: 'Start', rows };
}

function shortTable({ shortRuns: { exec, firstStart, laterStart } }: Results): Table {
  const rows = [
    { run: '`exec -- true`', ms: spread(exec) },
    { run: 'import and first `startSandbox()`', ms: spread(firstStart) },
    { run: 'each `startSandbox()` after it', ms: spread(laterStart) },
  ];
  return { title: 'Short runs', rows };
}

function callTable({ calls }: Results): Table {
  const rows = calls.map((call) => ({
    call: call.name,
    'a second': spread(call.perSecond),
    'of Hono': spread(call.ratio),
    'CPU, µs': rounded(call.cpuUs.median),
    'CPU, of Hono': rounded(call.cpuRatio),
    'client, µs': rounded(call.clientCpuUs.median),
    'median, ms': rounded(call.medianMs),
    'p99, ms': rounded(call.p99Ms),
  }));
  return { title: 'Calls and pages', rows };
}

function callbackTable({ callbacks }: Results): Table {
  const rows = callbacks.map(({ name, perSecond, ratio, delays }) => ({
    callbacks: name,
    'a second, one merchant': spread(perSecond),
    'of fetch': spread(ratio),
    'payments a second': rounded(delays.perSecond),
    'callback after the approval: median, ms': rounded(delays.medianMs),
    'p95, ms': rounded(delays.p95Ms),
    'p99, ms': rounded(delays.p99Ms),
  }));
  return { title: 'Callbacks', rows };
}

function memoryTable({ memory }: Results): Table {
  const rows = memory.map(({ name, idleMb, requests, afterMb, idleObjectsMb, afterObjectsMb }) => ({
    memory: name,
    'idle, MB': megabytes(idleMb),
    [`after ${requests.toLocaleString('en')} verifies, MB`]: megabytes(afterMb),
    'JavaScript objects, idle, MB': megabytes(idleObjectsMb),
    'and after, MB': megabytes(afterObjectsMb),
  }));
  return { title: 'Memory', rows };
}

function growthTable({ growth }: Results): Table {
  const rows = growth.map(({ transactions, fileMb, startMs, perSecond, ratio, listMs }) => ({
    transactions: transactions.toLocaleString('en'),
    'file, MB': rounded(fileMb),
    'start, ms': spread(startMs),
    'verifies a second': spread(perSecond),
    'of the smallest': spread(ratio),
    'newest page, ms': spread(listMs),
  }));
  return { title: 'Growth', rows };
}

function wholeTable({ wholeState: { transactions, steps } }: Results): Table {
  const rows = steps.map(({ where, step, took, longestMs }) => ({
    [`${transactions.toLocaleString('en')} transactions`]: where,
    step,
    took,
    'longest turn, ms': rounded(longestMs),
  }));
  return { title: 'Whole state', rows };
}

function peerTable({ peers }: Results): Table {
  const rows = peers.map(({ name, start, verify, memory, packages, installedMb }) => ({
    peer: name,
    'start, ms': start ? spread(start.ms) : '',
    'verifies a second': spread(verify.perSecond),
    'of Hono': spread(verify.ratio),
    'p99, ms': rounded(verify.p99Ms),
    [`memory after ${memory?.requests.toLocaleString('en')}, MB`]: megabytes(memory?.afterMb),
    packages: packages === undefined ? '' : String(packages),
    'installed, MB': megabytes(installedMb),
  }));
  return { title: 'Peers', rows };
}

function spread({ median, least, most }: Spread): string {
  return `${rounded(median)} (${rounded(least)} to ${rounded(most)})`;
}

function megabytes(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(0);
}
