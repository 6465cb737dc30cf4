/**
 * Creates a data file with many transactions of all gateways, as if a sandbox had processed all of them:
 * multiplies rows that the product has written. Contains as much of the request log, the events and the codes
 * as a sandbox keeps.
 *
 *     node test/stress/grow.ts --transactions 1000000 FILE
 */
import { existsSync } from 'node:fs';
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { firstPayments } from './grow/first-payments.ts';
import { multiply } from './grow/multiply.ts';

const { values, positionals } = parseArgs({
  options: { transactions: { type: 'string' } },
  allowPositionals: true,
});
const [file] = positionals;
const transactions = Number(values.transactions);
if (file === undefined || !Number.isInteger(transactions) || transactions < 1 || existsSync(file)) {
  console.error('Usage: node test/stress/grow.ts --transactions N FILE, where there is no FILE yet');
  exit(2);
}
await firstPayments(file);
console.log(`${multiply(file, transactions)} transactions are in ${file}`);
