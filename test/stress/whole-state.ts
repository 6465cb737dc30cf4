/**
 * Saves, restores, resets, trims and compacts a sandbox with many transactions, in memory and with a data file,
 * while four callers send requests without a pause. Prints how long each step took, the most processor time used in
 * one turn of the event loop, the longest wait of each caller (on a busy machine, mostly waiting for the
 * machine), and the memory.
 *
 *     node test/stress/whole-state.ts [--transactions 1000000] [--grown FILE] [--only memory|data]
 *
 * A file from `grow.ts` saves the time to create one. Needs twice its size in memory and three times on disk.
 * Exit code 1 if a turn took more than 250 ms.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { compactFile } from '../../src/store/compact.ts';
import { firstPayments } from './grow/first-payments.ts';
import { multiply } from './grow/multiply.ts';
import { Callers } from './whole/callers.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { transactions: text, grown: text, only: text } });
const mostMs = 250;
const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-whole-'));

/** With a path, a call. Without one, all remaining background work. */
type Step = readonly [name: string, path?: string, fields?: object | undefined, method?: string];

const api = '/_sandbox/api';
const steps: readonly Step[] = [
  ['nothing else', `${api}/settings`, undefined, 'GET'],
  ['snapshot', `${api}/snapshots`, { name: 'big' }],
  ['restore', `${api}/snapshots/big/restore`, {}],
  ['tidying up after the restore'],
  ['reset', `${api}/reset`, {}],
  ['tidying up after the reset'],
  ['restore again', `${api}/snapshots/big/restore`, {}],
  ['removal of the snapshot', `${api}/snapshots/big`, undefined, 'DELETE'],
  ['tidying up after the removal'],
  [
    'all but 1,000 transactions dropped: the setting',
    `${api}/settings`,
    { retention: { transactions: 1000 } },
    'PATCH',
  ],
  ['all but 1,000 transactions dropped: the dropping'],
  ['backup of what is left', `${api}/backup`, undefined, 'GET'],
];

let longest = 0;
console.log('where | what | took | longest turn | longest waits in ms | memory');
try {
  const grown = values.grown ?? (await newFile(join(folder, 'grown.db')));
  if (values.only !== 'data') await measure('in memory', grown);
  if (values.only !== 'memory') await measure('--data', grown, join(folder, 'sandbox.db'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
exit(longest > mostMs ? 1 : 0);

async function newFile(file: string): Promise<string> {
  await firstPayments(file);
  multiply(file, Number(values.transactions ?? '1000000'));
  return file;
}

interface Said {
  readonly url: string;
  readonly rssMb: number;
  readonly longestMs: number;
}

async function measure(where: string, grown: string, copy?: string): Promise<void> {
  const child = fork(join(import.meta.dirname, 'whole-server.ts'), copy ? [grown, copy] : [grown]);
  // The server sends messages of this shape.
  const said = async () => (await once(child, 'message'))[0] as Said;
  const asked = (what: 'tidy' | 'figures') => {
    child.send(what);
    return said();
  };
  const { url } = await said();
  const callers = new Callers(url);
  for (const [name, path, fields, method] of steps) {
    callers.take();
    await asked('figures');
    const startedAt = performance.now();
    if (path !== undefined) await done(`${url}${path}`, fields, method);
    const { rssMb, longestMs } = await asked(path === undefined ? 'tidy' : 'figures');
    const waits = Object.entries(callers.take()).map(([call, ms]) => `${call} ${ms.toFixed(0)}`);
    longest = Math.max(longest, longestMs);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${where} | ${name} | ${seconds} s | ${longestMs} ms | ${waits.join(', ')} | ${rssMb} MB`);
  }
  console.log(`${where}: ${await callers.end()} payments meanwhile`);
  child.disconnect();
  await once(child, 'exit');
  if (copy !== undefined) compact(where, copy);
}

/** Needs a stopped sandbox, so nobody waits. */
function compact(where: string, file: string): void {
  const startedAt = performance.now();
  const { before, after } = compactFile(file);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(
    `${where} | compact | ${seconds} s | | ${megabytes(before)} to ${megabytes(after)} MB on disk |`,
  );
}

/** Not with `fetch`, which gives up after five minutes without an answer. */
function done(url: string, fields?: object, method = 'POST'): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method }, async (answer) => {
      let told = '';
      // A backup is too long for a string.
      for await (const piece of answer) if (told.length < 1000) told += piece;
      if (answer.statusCode !== undefined && answer.statusCode < 300) resolve();
      else reject(new Error(`${url}: ${answer.statusCode} ${told}`));
    });
    asked.once('error', reject);
    asked.end(fields && JSON.stringify(fields));
  });
}
