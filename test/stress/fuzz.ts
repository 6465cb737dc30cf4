/**
 * Sends random requests of every kind over raw sockets: forms, multipart, headers, URLs, calls to the control
 * API, page forms, and bytes that are not a request. Every answer must be an expected one that matches the
 * OpenAPI documents. The invariants are checked afterwards.
 *
 *     node test/stress/fuzz.ts [--requests 50000] [--seed 1]
 *
 * Exits with code 1 after any other answer.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { fuzzRun } from './fuzz/fuzz-run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { requests: text, seed: text } });
const { requests = '50000', seed = '1' } = values;

const startedAt = performance.now();
console.log(`requests ${requests}, seed ${seed}`);
const { finds, statuses, memoryMb } = await fuzzRun({ requests: Number(requests), seed: Number(seed) });
const seconds = Math.round((performance.now() - startedAt) / 1000);
const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
console.log(`answers ${byStatus.join(', ')}`);
console.log(`memory after each reset, MB: ${memoryMb.join(' ')}`);
for (const find of finds.slice(0, 20)) console.log(find);
console.log(`unplanned answers and breaches ${finds.length}, seconds ${seconds}`);
exit(finds.length === 0 ? 0 : 1);
