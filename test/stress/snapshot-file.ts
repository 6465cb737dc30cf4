/**
 * Exports a snapshot with many transactions with the built command, imports the file, and starts another
 * sandbox from it. Prints the duration of each step, the server's peak memory, and the longest wait of a
 * client that checks its health without a pause.
 *
 *     node test/stress/snapshot-file.ts [--transactions 1000000]
 *
 * Needs `dist/`: run `node scripts/build.ts` first.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { Bystander } from './big/bystander.ts';
import { firstPayments } from './grow/first-payments.ts';
import { multiply } from './grow/multiply.ts';
import { MortalServer } from './load/mortal-server.ts';

const program = join(import.meta.dirname, '../../bin/gateway-sandbox.js');
const { values } = parseArgs({ options: { transactions: { type: 'string', default: '1000000' } } });
const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-snapshot-'));
const file = join(folder, 'big.jsonl');
const server = new MortalServer(folder);
const other = new MortalServer(mkdtempSync(join(folder, 'other-')), {}, ['--from', file]);
try {
  await firstPayments(server.data);
  const transactions = multiply(server.data, Number(values.transactions));
  await server.start();
  const bystander = new Bystander(server.url);
  const step = async (name: string, ...args: string[]) => {
    const { tookMs, waitedMs } = await bystander.during(() => command('snapshot', name, ...args));
    told(`snapshot ${name}`, tookMs, server, `, others waited at most ${Math.round(waitedMs)} ms`);
  };
  await step('save', 'big');
  await step('export', 'big', file);
  console.log(`${transactions} transactions, file ${Math.round(statSync(file).size / 1e6)} MB`);
  await step('import', file, '--name', 'again');
  const startedAt = performance.now();
  await other.start();
  told('start --from', performance.now() - startedAt, other);
} finally {
  await server.kill();
  await other.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function command(...args: string[]): Promise<void> {
  await promisify(execFile)(execPath, [program, ...args, '--url', server.url]);
}

function told(name: string, tookMs: number, { pid }: MortalServer, more = ''): void {
  const [, peak = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  console.log(
    `${name}: ${(tookMs / 1000).toFixed(1)} s, server at most ${Math.round(Number(peak) / 1024)} MB${more}`,
  );
}
