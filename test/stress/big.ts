/**
 * Runs every operation once on a data file with many transactions, with the built server. Prints how long
 * each took, and the longest wait of a client that checks the sandbox's health without a pause.
 *
 *     node test/stress/big.ts [--transactions 1000000]
 *
 * Needs `dist/`: run `node scripts/build.ts` first.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bigSteps } from './big/big-steps.ts';
import { Bystander } from './big/bystander.ts';
import { firstPayments } from './grow/first-payments.ts';
import { multiply } from './grow/multiply.ts';
import { recordingMerchant } from './load/merchant.ts';
import { MortalServer } from './load/mortal-server.ts';

const { values } = parseArgs({ options: { transactions: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-big-'));
const merchant = await recordingMerchant();
const server = new MortalServer(folder);
try {
  await firstPayments(server.data);
  const transactions = multiply(server.data, Number(values.transactions ?? '1000000'));
  console.log(`transactions ${transactions}, file ${Math.round(statSync(server.data).size / 1e6)} MB`);
  const startedAt = performance.now();
  await server.start();
  console.log(`start: ${Math.round(performance.now() - startedAt)} ms`);
  const bystander = new Bystander(server.url);
  for (const [name, step] of bigSteps(server, merchant)) {
    const { tookMs, waitedMs } = await bystander.during(step);
    console.log(`${name}: ${tookMs.toFixed(1)} ms, others waited at most ${waitedMs.toFixed(1)} ms`);
  }
} finally {
  await server.kill();
  merchant.close();
  rmSync(folder, { recursive: true, force: true });
}
