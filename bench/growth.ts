import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import type { Call } from './load.ts';
import { type Program, sandboxOn, sandboxWithData } from './programs.ts';
import { type Server, start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { measured } from './throughput.ts';

/** A sandbox with a data file that contains many transactions. */
export interface Grown {
  readonly transactions: number;
  readonly fileMb: number;
  readonly startMs: Spread;
  /** Verifies per second over 16 connections. */
  readonly perSecond: Spread;
  /** Relative to the smallest file in the same round. */
  readonly ratio: Spread;
  /** Time for the newest page of transactions, requested one at a time. */
  readonly listMs: Spread;
}

interface Grower {
  readonly transactions: number;
  readonly file: string;
  readonly program: Program;
  readonly startMs: number[];
  readonly perSecond: number[];
  readonly ratio: number[];
  readonly listMs: number[];
}

/** Fills files to these sizes, smallest first, and measures the sandbox with each. */
export async function growth(
  sizes: readonly number[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Grown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-bench-'));
  try {
    const growers: Grower[] = [];
    for (const size of sizes) growers.push(await grown(folder, size));
    for (let round = 1; round <= rounds; round += 1) {
      console.error(`growth, round ${round} of ${rounds}`);
      for (const grower of growers) await measureOnce(grower, growers[0]?.perSecond[round - 1], seconds);
    }
    return growers.map(({ transactions, file, startMs, perSecond, ratio, listMs }) => ({
      transactions,
      fileMb: bytesOf(file) / 1e6,
      startMs: spreadOf(startMs),
      perSecond: spreadOf(perSecond),
      ratio: spreadOf(ratio),
      listMs: spreadOf(listMs),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const grow = join(import.meta.dirname, '../test/stress/grow.ts');

async function grown(folder: string, transactions: number): Promise<Grower> {
  console.error(`growth, a file of ${transactions.toLocaleString('en')} transactions`);
  const file = join(folder, `${transactions}.db`);
  await promisify(execFile)(execPath, [grow, '--transactions', String(transactions), file]);
  const program = sandboxOn(`${transactions} transactions`, file);
  return { transactions, file, program, startMs: [], perSecond: [], ratio: [], listMs: [] };
}

async function measureOnce(grower: Grower, smallest: number | undefined, seconds: number): Promise<void> {
  const server = await start(grower.program);
  grower.startMs.push(server.startMs);
  const ask = (call: Call, connections: number, time: number) =>
    measured({ url: server.url, pid: server.pid, call, connections, seconds: time });
  await ask('verify', 16, 0.5);
  const { perSecond } = await ask('verify', 16, seconds);
  grower.perSecond.push(perSecond);
  grower.ratio.push(perSecond / (smallest ?? perSecond));
  grower.listMs.push((await ask('transactions page', 1, 0.5)).medianMs);
  await server.stop();
}

/** Average bytes on disk per request with all logs, for verifies and both kinds of confirms. */
export async function bytesARequest(eachCall: number): Promise<number> {
  console.error('bytes a request');
  const server: Server = await start(sandboxWithData);
  const { url, pid } = server;
  const job = { url, pid, connections: 16, seconds: 600, requests: eachCall };
  // Each wallet confirm needs a verify before it.
  for (const call of ['wallet confirm', 'checkout confirm'] as const) await measured({ ...job, call });
  const bytes = await server.stop((folder) => bytesOf(join(folder, 'sandbox.db')));
  return (bytes ?? Number.NaN) / (3 * eachCall);
}

/** Includes the files that SQLite keeps next to it. */
function bytesOf(file: string): number {
  const folder = join(file, '..');
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path.startsWith(file))
    .reduce((sum, path) => sum + statSync(path).size, 0);
}
