// What most programs use: the global fetch. Sends POST requests of a callback's size to the given URL, 16 at
// a time.
import { argv } from 'node:process';

const [, , url, count] = argv;
const body = JSON.stringify({
  approved: '1',
  invoice_no: 'C-0',
  amount: '10.00',
  hashed: 'A'.repeat(64),
  paymet_method: 'method_1',
});
const headers = { 'Content-Type': 'application/json' };
let left = Number(count);

async function sender() {
  while (left-- > 0) await (await fetch(url, { method: 'POST', headers, body })).text();
}

await Promise.all(Array.from({ length: 16 }, sender));
